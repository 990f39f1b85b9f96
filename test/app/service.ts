import { test as base, onTestFinished } from 'vitest';
import type { CommandInput } from '../../src-main/shared/window-commands.ts';
import { createSimulator, type SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';
import { systemClock, systemRandom } from '../../src-main/system-ports.ts';
import { createTestLog } from '../fakes/test-log.ts';

export type Service = Awaited<ReturnType<typeof openService>>;

/** Starts a receipt service in this process, with real time. It stops at the end of the test. */
export async function openService(options: SimulatorOptions = {}) {
  const simulator = createSimulator(
    { account: { storeIds: ['store-1'] }, ...options },
    { clock: systemClock, random: systemRandom, log: createTestLog() },
  );
  const { baseUrl, authUrl } = await simulator.start();
  onTestFinished(() => simulator.stop());
  const { username, password, clientId, scopeBase } = simulator.account;
  /** The input of a manager who goes live with this service. */
  const typed: CommandInput<'connection.save'> = {
    connection: {
      mode: 'live',
      ...{ baseUrl, authUrl, partnerUrl: '', clientId, scopeBase, storeId: 'store-1' },
      extensionKey: 'extension:service',
      selfGeneratedIds: false,
    },
    credentials: { username, password },
  };
  return { simulator, url: baseUrl, baseUrl, authUrl, username, password, clientId, scopeBase, typed };
}

export const test = base.extend('service', () => openService());

/** The account of another user at the same address: an onboarded merchant. */
export async function secondUser({
  simulator,
  baseUrl,
}: Pick<Service, 'simulator' | 'baseUrl'>): Promise<Pick<Service, 'username' | 'password'>> {
  const headers = { 'x-api-key': simulator.account.partnerKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ vendorCustomer: { name: 'Shop' }, invoicingDetails: {} });
  const answer = await fetch(`${baseUrl}/partner/onboarding`, { method: 'POST', headers, body });
  const { registrationLink, username, password } = (await answer.json()) as Record<string, string>;
  await fetch(registrationLink ?? '', { method: 'POST', redirect: 'manual' });
  return { username: username ?? '', password: password ?? '' };
}
