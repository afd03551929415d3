/** A table as a picture, saved on this device. */

const ROW = 44;
const WIDTH = 900;
const MARGIN = 32;

function color(name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

export async function saveTable(
  title: string,
  subtitle: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = MARGIN * 2 + ROW * (rows.length + 3);
  const draw = canvas.getContext('2d');
  if (draw === null) return;
  draw.fillStyle = color('--surface');
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.fillStyle = color('--ink');
  draw.font = '700 28px serif';
  draw.fillText(title, MARGIN, MARGIN + 24);
  draw.fillStyle = color('--ink-soft');
  draw.font = '18px sans-serif';
  draw.fillText(subtitle, MARGIN, MARGIN + 54);
  const columns = (WIDTH - MARGIN * 2) / (heads.length + 1);
  const at = (column: number) => MARGIN + (column === 0 ? 0 : columns * (column + 2));
  [heads, ...rows].forEach((cells, row) => {
    draw.font = row === 0 ? '15px sans-serif' : '20px sans-serif';
    draw.fillStyle = color(row === 0 ? '--ink-soft' : '--ink');
    cells.forEach((cell, column) => {
      draw.textAlign = column === 0 ? 'left' : 'right';
      draw.fillText(
        cell,
        at(column),
        MARGIN + ROW * (row + 2.4),
        column === 0 ? columns * 2 : columns,
      );
    });
  });
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (file !== null) save(`${title}.png`, file);
}

/** Saves a file on this device. */
export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name.replace(/[^\p{L}\p{N}.]+/gu, '-');
  link.click();
  URL.revokeObjectURL(link.href);
}
