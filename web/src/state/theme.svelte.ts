/** Light or dark: as the device says, unless someone has chosen. */

export type Theme = 'auto' | 'light' | 'dark';

const SHELF = 'turnwright.theme';

function stored(): Theme {
  try {
    const value = localStorage.getItem(SHELF);
    return value === 'light' || value === 'dark' ? value : 'auto';
  } catch {
    return 'auto';
  }
}

class Look {
  theme = $state<Theme>(stored());

  constructor() {
    this.show();
  }

  choose(theme: Theme): void {
    this.theme = theme;
    this.show();
    try {
      localStorage.setItem(SHELF, theme);
    } catch {
      // It holds until the page is closed.
    }
  }

  private show(): void {
    if (this.theme === 'auto') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset['theme'] = this.theme;
  }
}

export const look = new Look();
