import type { TextFile } from '../schema.d.ts';

export const root: string;
export function ruleset(folder: string): TextFile[];
export function rulesets(): string[];
export function games(id: string): string[];
export function text(file: string): string;
