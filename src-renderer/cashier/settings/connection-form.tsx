import { KeyRound, PlugZap, Save, Store } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Connection } from '../../../src-main/shared/connection.ts';
import type { AppError } from '../../../src-main/shared/result.ts';
import type { CommandOutput } from '../../../src-main/shared/window-commands.ts';
import { t, wordsOf } from '../../text/cashier-words.ts';
import { Button, Card, Choice, Form, Grid, Row, Stack } from '../../ui/controls.tsx';
import { send, useBusy, useIsFixed, useView } from '../window-state.tsx';
import {
  type ConnectionDraft,
  type ConnectionField,
  draftToInput,
  type FieldFaults,
  faultsOf,
  halfCredentials,
  isAddress,
  noAccount,
  refusalsOf,
  storedAccount,
  type TestAnswer,
  textFields,
} from './connection-draft.ts';
import { Drawer } from './drawer.tsx';
import { SwitchControl } from './setting-controls.tsx';
import { FixedBy, SettingField } from './setting-field.tsx';
import { TestResult, WaitingChoice } from './test-result.tsx';

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** In live mode the form shows the old and the new host of each changed address before they are saved. */
function ChangedHosts({ before, now }: { readonly before: Connection; readonly now: Connection }) {
  const changed = textFields.filter((name) => isAddress(name) && hostOf(before[name]) !== hostOf(now[name]));
  if (before.mode !== 'live' || changed.length === 0) return null;
  return (
    <Card className="result" tone="bad" gap={0.875}>
      <h2 id="hosts">{t('hostsChange')}</h2>
      <table className="bill" aria-labelledby="hosts">
        <thead>
          <tr>
            <td />
            <th>{t('hostBefore')}</th>
            <th>{t('hostNow')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map((name) => (
            <tr key={name}>
              <th>{t(name)}</th>
              <td>{hostOf(before[name])}</td>
              <td>{hostOf(now[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** The result of the last test or save, and the draft that it is about. */
const untried = { tried: null as TestAnswer | null, faults: {} as FieldFaults, of: null as ConnectionDraft | null };

/** The fields that every shop fills in. Those of `expert` are in the drawer. The partner interface has its own form. */
const usual = ['baseUrl', 'authUrl', 'clientId', 'storeId'] as const;
const account = ['username', 'password'] as const;
const expert = ['scopeBase', 'extensionKey'] as const;

interface ConnectionFormProps {
  readonly stored: CommandOutput<'connection.get'>;
  /** What was typed before the form was left. */
  readonly typed?: Partial<ConnectionDraft> | null;
  /** The provider's code contained a user name and a password. */
  readonly isAccountInCode?: boolean;
  /** The form is only for going live, so it does not ask for the mode. */
  readonly isGoingLive?: boolean;
  /** Called after every change, and with null after everything was saved. */
  readonly onTyped?: (draft: ConnectionDraft | null) => void;
}

/** The typed connection, with its tests and saves. */
function useConnectionDraft({ stored, typed = null, isAccountInCode = false, onTyped }: ConnectionFormProps) {
  const [draft, setDraft] = useState<ConnectionDraft>({ ...stored.connection, ...noAccount, ...typed });
  const newest = useRef(draft);
  newest.current = draft;
  const [result, setResult] = useState(untried);
  /** Receipts wait for the previous account, so a person has to decide. */
  const [waiting, setWaiting] = useState<{ readonly count: number; readonly ofMerchant: boolean } | null>(null);
  const [before, setBefore] = useState(stored.connection);
  /** The addresses to which the stored account belongs. */
  const [storedFor, setStoredFor] = useState(stored.credentialsStored ? stored.connection : null);

  const judge = (tried: TestAnswer, of: ConnectionDraft): void => setResult({ tried, faults: faultsOf(tried), of });
  const refuse = (error: AppError): void => setResult({ ...untried, faults: refusalsOf(error), of: draft });

  const put = (next: ConnectionDraft, isSaved = false): void => {
    setDraft(next);
    onTyped?.(isSaved ? null : next);
  };

  const change = (part: Partial<ConnectionDraft>): void => put({ ...draft, ...part });

  const begin = (): void => {
    setResult(untried);
    setWaiting(null);
  };

  const test = async (): Promise<void> => {
    begin();
    const answer = await send('connection.test', draftToInput(draft));
    if (answer.ok) judge({ ...answer.value, purpose: 'test' }, draft);
    else refuse(answer.error);
  };

  const sendDraft = (taken: Connection, keepWaiting: boolean, ofMerchant: boolean) =>
    ofMerchant
      ? send('onboarding.finish', { connection: taken, keepWaiting })
      : send('connection.save', { ...draftToInput(draft), keepWaiting });

  /** `ofMerchant`: go live with the account of a registered merchant, which is in the password store. */
  const save = async (keepWaiting: boolean, ofMerchant = false): Promise<void> => {
    begin();
    const { connection } = draftToInput(draft);
    const taken: Connection = ofMerchant ? { ...connection, mode: 'live' } : connection;
    const answer = await sendDraft(taken, keepWaiting, ofMerchant);
    if (!answer.ok) return refuse(answer.error);
    const { waiting: count, ...saved } = answer.value;
    if (count !== null) return setWaiting({ count, ofMerchant });
    const after = saved.ok ? { ...taken, ...noAccount } : draft;
    judge({ ...saved, purpose: 'save' }, after);
    if (!saved.ok) return;
    setBefore(taken);
    if (ofMerchant || draft.username !== '' || isAccountInCode) setStoredFor(taken);
    // Keeps what was typed while main tested and saved.
    if (newest.current === draft) put(after, true);
  };

  /** The result is not about a field that has another value now. */
  const faultOf = (name: ConnectionField) => (result.of?.[name] === draft[name] ? result.faults[name] : undefined);
  const isInCode = isAccountInCode && storedFor === null && draft.username === '';
  const accountText = t(isInCode ? 'accountInCode' : wordsOf('credentials', storedAccount(storedFor, draft)));
  return { draft, change, test, save, tried: result.tried, faultOf, waiting, before, accountText };
}

export function ConnectionForm(props: ConnectionFormProps) {
  const { isGoingLive = false } = props;
  const { draft, change, test, save, tried, faultOf, waiting, before, accountText } = useConnectionDraft(props);
  const view = useView();
  const needsExpert = draft.scopeBase === '';
  const [isExpert, setExpert] = useState(isGoingLive && needsExpert);
  const testing = useBusy('connection.test');
  const saving = useBusy('connection.save');
  const finishing = useBusy('onboarding.finish');
  const half = halfCredentials(draft);
  const isFixed = useIsFixed();

  const fields = (names: readonly ConnectionField[]) => (
    <Grid least={14} gap={[1, 1.25]}>
      {names.map((name) => (
        <SettingField
          key={name}
          label={t(name)}
          type={name === 'password' ? 'password' : 'text'}
          value={draft[name]}
          isFixed={isFixed(name in noAccount ? 'account' : `service.${name}`)}
          fault={faultOf(name)}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </Grid>
  );
  return (
    <Form className="settings__form" onSubmit={() => void save(false)}>
      {!isGoingLive && (
        <>
          <Choice
            label={t('mode')}
            value={draft.mode}
            options={[
              { value: 'training', words: t('modeTraining') },
              { value: 'live', words: t('modeLive') },
            ]}
            isDisabled={isFixed('mode')}
            onChoose={(mode) => {
              change({ mode });
              if (mode === 'live' && needsExpert) setExpert(true);
            }}
          />
          <p className="quiet">{t(draft.mode === 'live' ? 'modeLiveHint' : 'modeTrainingHint')}</p>
        </>
      )}
      <FixedBy keys={['mode', 'service.selfGeneratedIds', ...textFields.map((name) => `service.${name}`)]} />
      {fields(usual)}
      <Stack as="fieldset" className="parted" gap={0.875}>
        <Row as="legend" gap={0.6}>
          <KeyRound aria-hidden="true" />
          {t('account')}
        </Row>
        {fields(account)}
        <p className="quiet" aria-live="polite">
          {half ? t('credentialsBoth') : accountText}
        </p>
        <FixedBy keys={['account']} />
      </Stack>
      <Drawer
        title={t('connectionMore')}
        isExpanded={isExpert || expert.some((name) => faultOf(name) !== undefined)}
        onExpandedChange={setExpert}
      >
        {fields(expert)}
        <SwitchControl
          label={t('selfGeneratedIds')}
          value={draft.selfGeneratedIds}
          isLocked={isFixed('service.selfGeneratedIds')}
          onValue={(selfGeneratedIds) => change({ selfGeneratedIds })}
        />
      </Drawer>
      <ChangedHosts before={before} now={draft} />
      <Row className="settings__end" align="start">
        <Button icon={PlugZap} data-busy={testing} isDisabled={half} onPress={() => void test()}>
          {t('testConnection')}
        </Button>
        <Button icon={Save} look="accent" type="submit" data-busy={saving} isDisabled={half}>
          {t('save')}
        </Button>
      </Row>
      {view.partner.merchantWaits && (
        <Card className="result" tone="good" gap={0.875}>
          <h2>{t('merchantActivated')}</h2>
          <p>{t('merchantStored')}</p>
          <Row className="settings__end" align="start">
            <Button icon={Store} data-busy={finishing} onPress={() => void save(false, true)}>
              {t('merchantFinish')}
            </Button>
          </Row>
        </Card>
      )}
      <TestResult tried={tried} />
      {/* Saves what the form shows now, because a person may have changed it since the question. */}
      {waiting !== null && <WaitingChoice count={waiting.count} onKeep={() => void save(true, waiting.ofMerchant)} />}
    </Form>
  );
}
