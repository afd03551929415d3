/** Every text of the page in German. */

import type { Words } from '../en';

import { board } from './board';
import { common } from './common';
import { creatures } from './creatures';
import { device } from './device';
import { fight } from './fight';
import { log } from './log';
import { panels } from './panels';
import { setup } from './setup';
import { start } from './start';

export const de: Words = { board, common, creatures, device, fight, log, panels, setup, start };
