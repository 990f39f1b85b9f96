import { z } from 'zod';
import {
  type Action,
  addWarnings,
  type ContextName,
  commandsOn,
  defineAction,
  withWarnings,
} from '../dispatch/dispatch.ts';
import type { PartnerVault } from '../settings/credentials.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';
import {
  onboardingSchema,
  onboardingStatusSchema,
  partnerUserSchema,
  receiptPageSchema,
  userTokenSchema,
} from '../shared/partner-view.ts';
import { done, failed, messageOf, type Result, SettingLocked } from '../shared/result.ts';
import type { SavedFiles } from '../storage/export-files.ts';
import type { Onboarding } from './onboarding.ts';
import type { PartnerContext } from './partner-controller.ts';
import {
  addReceiptSchema,
  newUserSchema,
  onboardingRequestSchema,
  onReceipt,
  onUser,
  onUserWith,
  onVendorCustomer,
  partnerResult,
  receiptsQuerySchema,
  tokenQuerySchema,
} from './partner-input.ts';
import {
  addReceipt,
  awaitUserToken,
  createUser,
  deleteUser,
  findOrCreateUser,
  listReceipts,
  saveReceiptPdf,
  scannedReceiptId,
  tokenOfUser,
} from './partner-users.ts';

const onboardedSchema = z.object({
  ...onboardingSchema.pick({ registrationLink: true, vendorCustomerId: true, answerPaths: true }).shape,
  credentialsStored: z.boolean().describe('Whether the app stored the credentials. No route returns them'),
  ...withWarnings,
});

export interface PartnerAccess {
  readonly settings: SettingsStore;
  readonly keychain: 'ok' | 'missing';
  readonly keyAt: (partnerUrl: string) => PartnerVault;
  readonly signInAgain: () => void;
}

/** Stores the key. If the environment provides a key, the keychain refuses another one. */
const keep = (vault: PartnerVault, key: string): Promise<Result<unknown>> =>
  (key === '' ? vault.remove().then(done) : vault.set(key)).catch((error: unknown) =>
    failed('notAllowed', messageOf(error)),
  );

export interface OnboardingContext {
  readonly onboarding: Onboarding;
}

/** Defines rows for tills with the scope of Customer service. They need the open connection or only the program. */
const forPartners =
  <Context>() =>
  <Needs extends ContextName>(needs: Needs) =>
  <Input extends z.ZodType, Output extends z.ZodType>(
    input: Input,
    output: Output,
    does: Pick<Action<Needs, Context, Input, Output>, 'run' | 'unknownMembers'>,
  ) =>
    defineAction({ who: ['partner'], needs, input, output, ...does });
const partnerRow = forPartners<PartnerContext>()('session');
const onOnboarding = forPartners<OnboardingContext>()('program');

type CommandContext = PartnerContext & Pick<SavedFiles, 'saveAndOpen'>;

export const partnerCommands = {
  ...commandsOn<CommandContext>()('session', {
    'partner.findOrCreate': (context, user) => findOrCreateUser(context, user),
    'partner.token': (context, { userId, applicationClientId }) => awaitUserToken(context, userId, applicationClientId),
    'partner.leaveToken': ({ partner }) => partner.leave(),
    'partner.receipts': (context, { userId, continuation, take }) =>
      listReceipts(context, userId, { continuation: continuation ?? undefined, take: take ?? undefined }),
    'partner.savePdf': (context, { userId, receiptId }) => saveReceiptPdf(context, userId, receiptId),
    async 'partner.addReceipt'(context, { userId, scanned }) {
      const receiptId = scannedReceiptId(scanned);
      return receiptId.ok ? addReceipt(context, userId, receiptId.value) : receiptId;
    },
    'partner.deleteUser': (context, { userId }) => deleteUser(context, userId),
  }),
  ...commandsOn<{ readonly partnerAccess: PartnerAccess }>()('program', {
    async 'partner.getAccess'({ partnerAccess: { settings, keychain, keyAt } }) {
      const { service, partner } = settings.current();
      const key = keychain === 'ok' ? await keyAt(service.partnerUrl).get() : null;
      return done({
        partnerUrl: service.partnerUrl,
        authentication: partner.authentication,
        keyStored: key !== null,
        overriddenBy: settings.overriddenAtNextStart({ service: { partnerUrl: service.partnerUrl } }),
      });
    },
    /** The key is stored for this address, and the app uses both immediately. */
    async 'partner.saveAccess'({ partnerAccess: { settings, keychain, keyAt, signInAgain } }, { partnerUrl, key }) {
      if (keychain === 'missing') {
        return failed('keychainMissing', 'Without a keychain only training is possible.');
      }
      const locked = settings.contradicts({ service: { partnerUrl } });
      if (locked.length > 0) throw new SettingLocked(locked);
      const { partnerUrl: before } = settings.current().service;
      // The keychain keeps one key. It is replaced once the disk has the address to which the new one belongs.
      settings.update({ service: { partnerUrl } });
      const saved = key === null ? done(null) : await keep(keyAt(partnerUrl), key);
      if (!saved.ok) settings.update({ service: { partnerUrl: before } });
      signInAgain();
      return saved;
    },
  }),
  ...commandsOn<OnboardingContext>()('program', {
    'onboarding.finish': ({ onboarding }, input) => onboarding.finish(input),
  }),
  'till.createUser': partnerRow(newUserSchema, partnerUserSchema.extend(withWarnings), {
    unknownMembers: 'refused',
    run: async (context, user, { transportWarnings }) =>
      addWarnings(await createUser(context, user), transportWarnings),
  }),
  /** The token is a secret, so it is in no log, no view and no file. */
  'till.getUserToken': partnerRow(onUserWith(tokenQuerySchema), userTokenSchema, {
    run: (context, { userId, sent }) => tokenOfUser(context, userId, sent.applicationClientId ?? null),
  }),
  'till.deleteUser': partnerRow(onUser, z.null(), { run: (context, { userId }) => deleteUser(context, userId) }),
  'till.listUserReceipts': partnerRow(onUserWith(receiptsQuerySchema), receiptPageSchema, {
    run: (context, { userId, sent }) => listReceipts(context, userId, sent),
  }),
  'till.getReceiptPdf': partnerRow(onReceipt, z.custom<Buffer>(), {
    run: async ({ partner }, { userId, receiptId }) =>
      partnerResult(await partner.client.receiptPdf(userId, receiptId)),
  }),
  'till.addUserReceipt': partnerRow(
    onUserWith(addReceiptSchema),
    z.object({ receiptId: z.string(), ...withWarnings }),
    {
      unknownMembers: 'refused',
      run: async (context, { userId, sent }, { transportWarnings }) =>
        addWarnings(await addReceipt(context, userId, sent.receiptId), transportWarnings),
    },
  ),
  'till.startOnboarding': onOnboarding(onboardingRequestSchema, onboardedSchema, {
    unknownMembers: 'refused',
    async run({ onboarding }, form, { by, transportWarnings }) {
      const started = await onboarding.start(form, by.kind === 'commandLine');
      if (!started.ok) return started;
      const { registrationLink, vendorCustomerId, credentials, answerPaths } = started.value;
      const credentialsStored = credentials !== 'unread';
      const answer = { registrationLink, vendorCustomerId, credentialsStored, answerPaths };
      return addWarnings(done(answer), transportWarnings);
    },
  }),
  'till.discardOnboarding': onOnboarding(z.unknown(), z.null(), { run: ({ onboarding }) => onboarding.end() }),
  'till.getCurrentOnboarding': onOnboarding(z.unknown(), onboardingSchema, {
    run: ({ onboarding }) => onboarding.look(),
  }),
  'till.getOnboarding': onOnboarding(onVendorCustomer, onboardingStatusSchema, {
    run: ({ onboarding }, { vendorCustomerId }) => onboarding.statusOf(vendorCustomerId),
  }),
};
