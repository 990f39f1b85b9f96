import { countries } from '../../../src-main/shared/country.ts';
import { noonOf } from '../../../src-main/shared/local-time.ts';
import { formatDay, formatMoney } from '../../text/cashier-words.ts';
import { Grid } from '../../ui/controls.tsx';
import { useCashier, useSetting } from '../cashier-context.tsx';
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

type Evidence = { readonly from?: string | null; readonly checkedOn: string | null; readonly source: string | null };

/** The rules of the chosen country, each with its source and dates. */
export function CountryRules() {
  const { t, language } = useCashier();
  const code = useSetting('cashier.country').value;
  const country = countries[code ?? ''];
  if (code === null || country === undefined) return null;
  const { vat, rules, currency } = country;
  const cash = rules.cashStepCents;
  const wordsOf = (name: keyof typeof words) => {
    const value = rules[name]?.value;
    if (value === undefined) return null;
    return value === false && name === 'agreement' ? t('ruleAgreementNo') : t(words[name][1]);
  };
  return (
    <Drawer title={t('countryRules', { country: regionName(code, language) })}>
      <p className="quiet">{t('countryRulesUse')}</p>
      <Grid as="ul" least={18} gap={[0.75, 1.5]}>
        <Rule name={t('cashier.vatPercents')} evidence={vat} words={null} />
        {cash !== undefined && (
          <Rule
            name={t('ruleCashStep', { amount: formatMoney(language, { amount: cash.value / 100, currency }) })}
            evidence={cash}
            words={null}
          />
        )}
        {names.map((name) => (
          <Rule key={name} name={t(words[name][0])} evidence={rules[name]} words={wordsOf(name)} />
        ))}
      </Grid>
    </Drawer>
  );
}

const regionName = (code: string, reader: string): string =>
  new Intl.DisplayNames(reader, { type: 'region' }).of(code) ?? code;

interface RuleProps {
  readonly name: string;
  readonly words: string | null;
  /** Undefined: the table has no such rule. */
  readonly evidence: Evidence | undefined;
}

function Rule({ name, words, evidence }: RuleProps) {
  const { t, language } = useCashier();
  const { from = null, checkedOn = null, source = null } = evidence ?? {};
  const day = (date: string): string => formatDay(language, noonOf(date));
  const facts = [
    from === null ? null : t('ruleSince', { day: day(from) }),
    checkedOn === null ? t('ruleNotChecked') : t('ruleCheckedOn', { day: day(checkedOn) }),
    source === null ? null : new URL(source).hostname,
  ].filter((fact) => fact !== null);
  return (
    <li>
      <h3>{name}</h3>
      {words !== null && <p>{words}</p>}
      <p className="quiet">{facts.join(' · ')}</p>
    </li>
  );
}
