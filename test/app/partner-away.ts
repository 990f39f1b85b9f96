import type { SettingsPatch } from '../../src-main/shared/settings.ts';
import type { SimulatorOptions } from '../../src-main/simulator/simulator-server.ts';

/**
 * Every setting of the partner interface with a value other than its default, configured on both sides
 * (receipt-service.md 4.7, 5.8).
 */

/** The credentials that the service requires. */
export const awayService = {
  partnerKeyHeader: 'Partner-Key',
  receiptListRoute: 'POST /lists/all?of={userId}&size={take}&from={continuation}',
  receiptPdfRoute: 'GET /pdf/{receiptId}',
  receiptAddRoute: 'PUT /v9/add/{userId}',
  onboardingPrefix: '/v9',
  applicationClientIds: ['app-1', 'app-2'],
  onboardingPlaces: {
    registrationLink: 'result.link',
    vendorCustomerId: null,
    username: 'result.account.name',
    password: 'result.account.secret',
  },
  vendorCustomerIdField: 'number',
} as const satisfies SimulatorOptions['switches'];

/** The settings that a person enters for that service. */
export const awaySettings = {
  keyHeader: 'Partner-Key',
  listReceipts: 'POST /lists/all?of={userId}&size={take}&from={continuation}',
  receiptPdf: 'GET /pdf/{receiptId}',
  addReceipt: 'PUT /v9/add/{userId}',
  onboardingPrefix: 'v9/',
  take: 2,
  applicationClientId: 'app-2',
  registrationLinkPlace: '/result/link',
  vendorCustomerIdPlace: '/nowhere',
  requestedVendorCustomerIdPlace: '/vendorCustomer/number',
  usernamePlace: '/result/account/name',
  passwordPlace: '/result/account/secret',
} as const satisfies SettingsPatch['partner'];

/** The settings for a sign-in with a token of a separate scope instead of a key. */
const tokenScope = '<SCOPE_BASE>/desk offline_access';
export const awayServiceByToken = {
  ...awayService,
  partnerAccess: 'token',
  onboardingAccess: 'token',
  partnerScope: tokenScope,
} as const;
export const awaySettingsByToken = { ...awaySettings, authentication: 'token', tokenScope } as const;

/** The service expects the key with its prefix, and the app sends the prefix before the key. */
export const keyPrefix = 'Desk-Key ';
