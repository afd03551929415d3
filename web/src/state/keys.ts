/** The keys this device holds. A key comes in with a link and stays until it is forgotten. */

import type { Role } from '../api/schema';

export interface HeldKey {
  /** The part of the secret before the dot; it may be seen in addresses. */
  id: string;
  secret: string;
  role: Role;
  /** The encounter; missing for the host. */
  encounter: string | null;
  /** What the seat is called. */
  name: string | null;
  /** What the fight is called, as far as it was seen. */
  title: string;
  /** When it was last used, in milliseconds since 1970. */
  seen: number;
}

/** The key of a page that plays on this device alone: whoever holds the device may do everything. */
export const DEVICE_KEY: HeldKey = {
  id: 'device',
  secret: '',
  role: 'host',
  encounter: null,
  name: null,
  title: '',
  seen: 0,
};

const SHELF = 'turnwright.keys';
const SECRET = /([A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{12,})\/?$/;

/** The secret that a link brings in its fragment, which browsers never send to a server. */
export function secretIn(hash: string): string | null {
  return SECRET.exec(decodeURIComponent(hash))?.[1] ?? null;
}

export function idOf(secret: string): string {
  return secret.slice(0, secret.indexOf('.'));
}

/** Every key held, last used first. */
export function heldKeys(): HeldKey[] {
  try {
    const shelf: unknown = JSON.parse(localStorage.getItem(SHELF) ?? '[]');
    if (!Array.isArray(shelf)) return [];
    return (shelf as HeldKey[]).sort((a, b) => b.seen - a.seen);
  } catch {
    // Storage is switched off or was written by something else: the link still works.
    return [];
  }
}

export function heldKey(id: string): HeldKey | undefined {
  return heldKeys().find((key) => key.id === id);
}

export function hold(key: HeldKey): void {
  store([key, ...heldKeys().filter((other) => other.id !== key.id)].slice(0, 40));
}

export function forget(id: string): void {
  store(heldKeys().filter((key) => key.id !== id));
}

function store(keys: HeldKey[]): void {
  try {
    localStorage.setItem(SHELF, JSON.stringify(keys));
  } catch {
    // The fight goes on without being remembered.
  }
}
