/** Which key and which fight the page shows: `#/KEY` or, for the host, `#/KEY/FIGHT`. */

export interface Route {
  key: string | null;
  encounter: string | null;
}

function read(): Route {
  const [, key, encounter] = /^#\/([\w-]+)(?:\/([\w-]+))?$/.exec(location.hash) ?? [];
  return { key: key ?? null, encounter: encounter ?? null };
}

class Here {
  route = $state.raw<Route>(read());
  /** The fragment as it stands; links with keys come in this way. */
  hash = $state(location.hash);

  constructor() {
    window.addEventListener('hashchange', () => this.look());
  }

  go(key: string | null, encounter: string | null = null, replace = false): void {
    const hash = key === null ? '#/' : `#/${key}${encounter === null ? '' : `/${encounter}`}`;
    if (replace) history.replaceState(null, '', hash);
    else history.pushState(null, '', hash);
    this.look();
  }

  private look(): void {
    this.hash = location.hash;
    this.route = read();
  }
}

export const here = new Here();

window.addEventListener('popstate', () => window.dispatchEvent(new HashChangeEvent('hashchange')));
