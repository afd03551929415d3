/** The files being worked on, kept in the browser between visits. */
import type { TextFile } from '@turnwright/engine';

const [DATABASE, STORE, KEY] = ['turnwright-workbench', 'files', 'present'];

/** The files kept last; none on the first visit, or where the browser keeps nothing. */
export async function kept(): Promise<TextFile[]> {
  try {
    const found: unknown = await inStore('readonly', (store) => store.get(KEY));
    return Array.isArray(found) ? (found as TextFile[]) : [];
  } catch {
    return [];
  }
}

/** Keeps files in place of those kept before; false where the browser keeps nothing. */
export async function keep(files: TextFile[]): Promise<boolean> {
  try {
    await inStore('readwrite', (store) => store.put(files, KEY));
    return true;
  } catch {
    return false;
  }
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    return await done(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('the browser keeps nothing'));
    };
  });
}
