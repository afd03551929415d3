/** Keeps a log at its end when the room around it changes. */

import type { Attachment } from 'svelte/attachments';

/** Pixels from the end that still count as being there. */
const NEAR = 40;

export const keepsEnd: Attachment<HTMLElement> = (node) => {
  let before = 0;
  const size = new ResizeObserver(() => {
    const log = node.querySelector<HTMLElement>('[role="log"]');
    if (log === null) return;
    const left = log.scrollHeight - log.scrollTop - before;
    if (left < NEAR) log.scrollTop = log.scrollHeight;
    before = log.clientHeight;
  });
  size.observe(node);
  return () => size.disconnect();
};
