import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The computer that the app runs on, as far as its files are concerned. */
export interface Computer {
  /** 16 hexadecimal digits, the same at every start; a copy of the data folder elsewhere meets another one. */
  readonly id: string;
  /** Outside every data folder: what this computer has seen of its databases. */
  readonly stateDir: string;
}

/** This computer: what its operating system calls it, and its name in the network, which differs between containers. */
export function thisComputer(stateDir: string): Computer {
  const facts = [process.platform, systemId(), process.platform === 'darwin' ? '' : hostname()];
  return { id: createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16), stateDir };
}

/** Empty where the system has none: then the other facts have to do. */
function systemId(): string {
  if (process.platform === 'win32') {
    const key = 'HKLM\\SOFTWARE\\Microsoft\\Cryptography';
    return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(said('reg', ['query', key, '/v', 'MachineGuid', '/reg:64']))?.[1] ?? '';
  }
  if (process.platform === 'darwin') {
    return /"IOPlatformUUID" = "([^"]+)"/.exec(said('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']))?.[1] ?? '';
  }
  return content('/etc/machine-id') || content('/var/lib/dbus/machine-id');
}

function content(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function said(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', timeout: 5_000, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
