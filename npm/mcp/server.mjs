/** Starts the program under test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Path of the program. */
export const program = process.env.TURNWRIGHT ?? '../../target/release/turnwright';

/** Starts a server over HTTP; its address, and a function that stops it and gives its exit code. */
export async function overHttp() {
  const child = spawn(program, ['mcp', '--json', '--http', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, 'line');
  const { url } = JSON.parse(line);
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    return code;
  };
  return { url, stop };
}
