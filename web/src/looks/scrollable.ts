/** What scrolls and holds nothing to tab to must be reachable itself, or keys cannot scroll it. */

import type { Attachment } from 'svelte/attachments';

const REACHABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

export const scrollable: Attachment<HTMLElement> = (node) => {
  function look(): void {
    const scrolls = node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight;
    if (scrolls && node.querySelector(REACHABLE) === null) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  }
  const size = new ResizeObserver(look);
  const content = new MutationObserver(look);
  size.observe(node);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  return () => {
    size.disconnect();
    content.disconnect();
  };
};
