import { join } from 'node:path';
import type { AppConfig, AppPorts } from './app-parts.ts';
import type { ConnectionSwitch } from './connection-switch.ts';
import { type ConnectionChange, createConnectionChange } from './flows/connection/connection.ts';
import { createPolicyConnection } from './flows/connection/policy-connection.ts';
import { createPolicyWatch, type PolicyWatch } from './flows/connection/policy-watch.ts';
import { createTestedPlace, isTestOwed } from './flows/connection/tested-place.ts';
import { exportTo } from './flows/records/export-files.ts';
import type { HouseFiles } from './house-files.ts';
import { noPolicy, type PolicyRoom } from './policy/policy.ts';
import type { LiveAccount } from './settings/credentials.ts';
import { lastService } from './storage/connection-folders.ts';

/** What a policy and a person may do about the connection, plugged together for `app.ts`. */
export interface PolicyDesk extends PolicyWatch {
  readonly connection: ConnectionChange;
  isTestOwed(): boolean;
  /** There is a file that cannot be taken, and none is in force. */
  isUnread(): boolean;
}

export interface PolicyDeskParts {
  readonly ports: AppPorts;
  readonly config: AppConfig;
  readonly files: HouseFiles;
  readonly account: LiveAccount;
  readonly connection: ConnectionSwitch;
  readonly pinChanged: () => void;
  readonly changed: () => void;
}

export const policyIn = (ports: Pick<AppPorts, 'policy'>): PolicyRoom => ports.policy ?? noPolicy;

export function createPolicyDesk(parts: PolicyDeskParts): PolicyDesk {
  const { ports, config, files, account, connection, changed } = parts;
  const { settings } = ports;
  const policy = policyIn(ports);
  const tested = createTestedPlace(files.kept);
  const connectionChange = createConnectionChange({
    ...ports,
    ...config,
    account,
    tested,
    now: connection.now,
    practise: connection.practise,
    lastService: () => lastService(config.homeDir ?? config.dataDir),
    reconnect: connection.reconnect,
    saveExport: exportTo(join(config.dataDir, 'exports')),
    policy: { isAccountFixed: () => watch.isAccountFixed(), tryNow: () => policyConnection.tryNow() },
  });
  const common = { ...ports, policy, notices: files.notices, changed };
  const policyConnection = createPolicyConnection({
    ...common,
    account,
    tested,
    connection: connectionChange,
    platform: process.platform,
  });
  const watch = createPolicyWatch({
    ...common,
    connection: () => policyConnection,
    pinChanged: parts.pinChanged,
    reconnect: connection.reconnect,
  });
  return {
    ...watch,
    connection: connectionChange,
    isTestOwed: () => isTestOwed(settings, tested),
    isUnread: () => policy.current().faults.length > 0 && policy.current().policy === null,
    stop() {
      watch.stop();
      policyConnection.stop();
    },
  };
}
