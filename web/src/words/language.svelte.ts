/** The language of the page's own texts: chosen on this device, else as the browser has it. */

import { de } from './de';
import { en, type Words } from './en';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type LanguageId = keyof typeof LANGUAGES;

const SHELF = 'turnwright.language';
const WORDS: Record<LanguageId, Words> = { en, de };

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

  constructor() {
    document.documentElement.lang = this.current;
  }

  get words(): Words {
    return WORDS[this.current];
  }

  choose(id: LanguageId): void {
    this.current = id;
    document.documentElement.lang = id;
    try {
      localStorage.setItem(SHELF, id);
    } catch {
      // It holds until the page is closed.
    }
  }
}

export const language = new Language();

/** The texts of the page in the language chosen now; reading one in a template follows the choice. */
export const t: Words = new Proxy({} as Words, {
  get: (_, area) => language.words[area as keyof Words],
});
