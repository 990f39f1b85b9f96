import { countries, type Evidence } from '../../../src-main/shared/country.ts';
import { noonOf } from '../../../src-main/shared/local-time.ts';
import { countryName, formatDay, formatMoney, t } from '../../text/cashier-words.ts';
import { Grid } from '../../ui/controls.tsx';
import { useSetting } from '../window-state.tsx';
import { Drawer } from './drawer.tsx';

/** The rules in the page's order, with name and sentence. Rules that a country lacks are "not checked". */
const words = {
  agreement: ['ruleAgreement', 'ruleAgreementYes'],
  paperOnRequest: ['rulePaperOnRequest', 'rulePaperOnRequestYes'],
  paperOffline: ['rulePaperOffline', 'rulePaperOfflineYes'],
  fiscalData: ['ruleFiscalData', 'ruleFiscalDataYes'],
  customerSentence: ['ruleCustomerSentence', 'ruleCustomerSentencePrintedOnRequest'],
} as const;
const names = Object.keys(words) as (keyof typeof words)[];

export function CountryRules() {
  const code = useSetting('cashier.country').value;
  const found = countries[code ?? ''];
  if (code === null || found === undefined) return null;
  const { vat, rules, currency } = found;
  const day = (date: string): string => formatDay(noonOf(date));
  const rule = (name: string, meaning: string | null, evidence?: Evidence) => {
    const { from = null, checkedOn = null, source = null } = evidence ?? {};
    const facts = [
      from === null ? null : t('ruleSince', { day: day(from) }),
      checkedOn === null ? t('ruleNotChecked') : t('ruleCheckedOn', { day: day(checkedOn) }),
      source === null ? null : new URL(source).hostname,
    ];
    return (
      <li key={name}>
        <h3>{name}</h3>
        {meaning !== null && <p>{meaning}</p>}
        <p className="quiet">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      </li>
    );
  };
  const cash = rules.cashStepCents;
  const amount = formatMoney({ amount: (cash?.value ?? 0) / 100, currency });
  return (
    <Drawer title={t('countryRules', { country: countryName(code) })}>
      <p className="quiet">{t('countryRulesUse')}</p>
      <Grid as="ul" least={18} gap={[0.75, 1.5]}>
        {rule(t('cashier.vatPercents'), null, vat)}
        {cash && rule(t('ruleCashStep', { amount }), null, cash)}
        {names.map((name) => {
          const value = rules[name]?.value;
          const isNo = value === false && name === 'agreement';
          const meaning = value === undefined ? null : t(isNo ? 'ruleAgreementNo' : words[name][1]);
          return rule(t(words[name][0]), meaning, rules[name]);
        })}
      </Grid>
    </Drawer>
  );
}
