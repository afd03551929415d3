/** Every text of the page in English. The other languages have the same shape. */

import { board } from './board';
import { common } from './common';
import { creatures } from './creatures';
import { device } from './device';
import { fight } from './fight';
import { log } from './log';
import { panels } from './panels';
import { setup } from './setup';
import { start } from './start';

export const en = { board, common, creatures, device, fight, log, panels, setup, start };

export type Words = typeof en;
