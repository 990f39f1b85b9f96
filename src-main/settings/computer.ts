import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { pause } from '../lib/waiting.ts';
import type { Random, SecretStore, SystemPorts } from '../ports.ts';

/** The computer that the app runs on, as far as its files are concerned. */
export interface Computer {
  /** 16 hexadecimal digits, the same at every start; a copy of the data folder elsewhere meets another one. */
  readonly id: string;
  /** A folder outside every data folder for the computer's own record of its databases. */
  readonly stateDir: string;
}

/**
 * The identity of this computer: the id of its operating system, and its network name, which differs between
 * containers.
 */
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

const installationAccount = 'installation';

/** Lives in the keychain alone: a copy of the folder elsewhere is another installation. Rejects without a keychain. */
const loadInstallation = async (secrets: SecretStore, random: Random): Promise<string> => {
  const kept = await secrets.get(installationAccount);
  if (kept !== null) return kept;
  const made = random.uuid();
  await secrets.set(installationAccount, made);
  return made;
};

const askAgainMs = 2_000;
/** Five minutes: a keychain that a person has to open first. */
const mostAsked = 150;

/** At a start: a locked keychain is asked for five minutes, or until `isOver`. Then it rejects. */
export async function awaitInstallation(
  secrets: SecretStore,
  { random, clock, log, isOver }: Pick<SystemPorts, 'random' | 'clock' | 'log'> & { isOver: () => boolean },
): Promise<string> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await loadInstallation(secrets, random);
    } catch (error) {
      if (asked === 1) log.warn('keychain-waited-for', { error: String(error) });
      if (asked === mostAsked || isOver()) throw error;
    }
    await pause(clock, askAgainMs);
  }
}
