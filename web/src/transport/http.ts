/** Transport to the server that the page came from. */

import { listen } from '../api/stream';
import type { Transport } from './index';

export const transport: Transport = {
  isLocal: false,
  fetch: (request) => fetch(request),
  listen,
};
