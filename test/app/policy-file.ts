import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy } from '../../src-main/settings/policy-format.ts';
import { tempFolder } from '../fakes/temp-folder.ts';
import type { Service } from './service.ts';

export type PolicyFolder = ReturnType<typeof policyFolder>;

export function policyFolder() {
  const folder = tempFolder();
  const [file, account] = [join(folder, 'policy.json'), join(folder, 'account.json')];
  const put = (path: string, text: string, mode: number): void => {
    writeFileSync(`${path}.new`, text, { mode });
    renameSync(`${path}.new`, path);
  };
  return {
    file,
    account,
    /** Writes a policy in one step, as management tools do. A text is written unchanged. */
    write(policy: Omit<Policy, 'receiptCompanionPolicy'> | string): void {
      const text = typeof policy === 'string' ? policy : JSON.stringify({ receiptCompanionPolicy: 1, ...policy });
      put(file, text, 0o644);
    },
    handOver: ({ username, password }: { readonly username: string; readonly password: string }) =>
      put(account, JSON.stringify({ username, password }), 0o400),
    isHandedOver: () => !existsSync(account),
  };
}

/** The fields of a connection that a policy locks. */
export const liveAt = ({ baseUrl, authUrl, simulator }: Pick<Service, 'baseUrl' | 'authUrl' | 'simulator'>) => {
  const { clientId, scopeBase } = simulator.account;
  return { mode: 'live' as const, service: { baseUrl, authUrl, clientId, scopeBase, storeId: 'store-1' } };
};
