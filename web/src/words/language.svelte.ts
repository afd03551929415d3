/** The language of the page's own texts: chosen on this device, else as the browser has it. */

import type { Words } from './en';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type LanguageId = keyof typeof LANGUAGES;

const SHELF = 'turnwright.language';
/** Each language is a file of its own: only the chosen one is fetched. */
const FILES: Record<LanguageId, () => Promise<Words>> = {
  en: () => import('./en').then(({ en }) => en),
  de: () => import('./de').then(({ de }) => de),
};

function stored(): LanguageId {
  try {
    const value = localStorage.getItem(SHELF);
    if (value === 'en' || value === 'de') return value;
  } catch {
    // Storage is switched off.
  }
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
}

class Language {
  current = $state<LanguageId>(stored());
  private spoken = $state.raw<Words | null>(null);

  /** The texts; there are some as soon as `load` is done. */
  get words(): Words {
    if (this.spoken === null) throw new Error('texts are read before they are there');
    return this.spoken;
  }

  /** Fetches the texts of the language chosen last. */
  async load(): Promise<void> {
    await this.speak(this.current);
  }

  /** Changes the language; without the network the one before stays. */
  async choose(id: LanguageId): Promise<void> {
    await this.speak(id);
    try {
      localStorage.setItem(SHELF, id);
    } catch {
      // It holds until the page is closed.
    }
  }

  private async speak(id: LanguageId): Promise<void> {
    this.spoken = await FILES[id]();
    this.current = id;
    document.documentElement.lang = id;
  }
}

export const language = new Language();

/** The texts of the page in the language chosen now; reading one in a template follows the choice. */
export const t: Words = new Proxy({} as Words, {
  get: (_, area) => language.words[area as keyof Words],
});
