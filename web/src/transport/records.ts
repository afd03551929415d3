/** The records of this device, in the browser's database (IndexedDB). */

const DATABASE = 'turnwright';
const RECORDS = 'records';
const META = 'meta';
const GENERATION = 'generation';

export type Change = [key: string, value: string | null];

/** Returns the result of a database request. */
function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database does not answer'));
  });
}

export class Records {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(): Promise<Records> {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(RECORDS);
      opening.result.createObjectStore(META);
    };
    return new Records(await done(opening));
  }

  /** Returns the generation: a number that grows with every change by any tab. */
  async generation(): Promise<number> {
    const store = this.database.transaction(META).objectStore(META);
    return ((await done(store.get(GENERATION))) as number | undefined) ?? 0;
  }

  async all(): Promise<[string, string][]> {
    const store = this.database.transaction(RECORDS).objectStore(RECORDS);
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    return keys.map((key, at) => [String(key), String(values[at])]);
  }

  /** Stores either all changes or none. Returns the new generation after they are on disk. */
  async keep(changes: readonly Change[]): Promise<number> {
    const transaction = this.database.transaction([RECORDS, META], 'readwrite', {
      durability: 'strict',
    });
    const finished = new Promise<void>((resolve, reject) => {
      const fail = () => reject(transaction.error ?? new Error('the database is closed'));
      transaction.oncomplete = () => resolve();
      transaction.onerror = fail;
      transaction.onabort = fail;
    });
    const records = transaction.objectStore(RECORDS);
    try {
      for (const [key, value] of changes) {
        if (value === null) records.delete(key);
        else records.put(value, key);
      }
    } catch (error) {
      transaction.abort();
      await finished.catch(() => undefined);
      throw error;
    }
    const meta = transaction.objectStore(META);
    const counting = meta.get(GENERATION) as IDBRequest<number | undefined>;
    let generation = 0;
    counting.onsuccess = () => {
      generation = (counting.result ?? 0) + 1;
      meta.put(generation, GENERATION);
    };
    await finished;
    return generation;
  }
}
