/** Draws somebody's attention: a short sound, a vibration, the tab's title, the app's badge. */

import { t } from '../words/language.svelte';
import { settings } from './settings.svelte';

const NOTES_HZ = [660, 880];
const NOTE_S = 0.14;

function chime(): void {
  const context = new AudioContext();
  NOTES_HZ.forEach((pitch, nth) => {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const from = context.currentTime + nth * NOTE_S;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + NOTE_S);
  });
  setTimeout(() => void context.close(), 1000);
}

/** Says once that it is one's turn. */
export function callAttention(): void {
  // Browsers refuse both until somebody has tapped on the page.
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    if (settings.alerts('sound')) chime();
    if (settings.alerts('vibrate')) navigator.vibrate?.([120, 60, 120]);
  } catch {
    // A device without sound.
  }
}

/** Shows as long as it lasts that it is one's turn. */
export function showTurn(title: string, mine: boolean): void {
  document.title = mine && settings.alerts('title') ? `● ${t.device.yourTurn} · ${title}` : title;
  const badge =
    mine && settings.alerts('badge') ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
}
