import { type Language, languages } from '../../../../src-main/shared/languages.ts';
import { type OwnSentence, type OwnTexts, type OwnWords, ownSentences } from '../../../../src-main/shared/shop-look.ts';
import { wordsOf } from '../../../text/cashier-words.ts';
import { customerText, languageNames } from '../../../text/i18n.ts';
import { Choice, Field, Stack } from '../../../ui/controls.tsx';
import { useCashier } from '../../cashier-context.tsx';
import { type ControlProps, useTyped } from '../setting-controls.tsx';
import { placeOf, useLook } from './previewed.ts';

/** The sentences that a shop can replace, one language at a time. */
export function OwnTextsControl({ label, value, isLocked, onValue }: ControlProps<OwnTexts>) {
  const { language, change } = useLook();
  const words = value[language] ?? {};

  const keep = (sentence: OwnSentence, text: string): Promise<boolean> => {
    const { [sentence]: _before, ...others } = words;
    const next: OwnWords = text.trim() === '' ? others : { ...others, [sentence]: text.trim() };
    return onValue({ ...value, [language]: next });
  };

  return (
    <Stack gap={0.875}>
      <Choice
        label={label}
        value={language}
        options={languages.map((each) => ({ value: each, words: <span lang={each}>{languageNames[each]}</span> }))}
        onChoose={(next) => change({ language: next, draft: {} })}
      />
      <div className="own-texts">
        {(Object.keys(ownSentences) as OwnSentence[]).map((sentence) => (
          <OwnText
            key={`${language} ${sentence}`}
            sentence={sentence}
            language={language}
            kept={words[sentence] ?? ''}
            isLocked={isLocked}
            onKeep={(text) => keep(sentence, text)}
          />
        ))}
      </div>
    </Stack>
  );
}

interface OwnTextProps {
  readonly sentence: OwnSentence;
  readonly language: Language;
  readonly kept: string;
  readonly isLocked: boolean;
  readonly onKeep: (text: string) => Promise<boolean>;
}

/** The preview shows the text while it is typed. It is saved when the field loses the focus. */
function OwnText({ sentence, language, kept, isLocked, onKeep }: OwnTextProps) {
  const { t } = useCashier();
  const { change } = useLook();
  const { typed, isWrong, type, leave } = useTyped(onKeep);
  const { on, is } = placeOf[sentence];
  const screen = t(wordsOf('preview', on));

  const keep = async (): Promise<void> => {
    if (await leave()) change({ draft: {} });
  };

  return (
    <Field
      label={is === 'headline' ? t('ownHeadline', { screen }) : t('ownSentence', { screen })}
      error={t('ownRule', { most: ownSentences[sentence] })}
      input={{ lang: language, placeholder: customerText(language)(sentence) }}
      value={typed ?? kept}
      maxLength={ownSentences[sentence]}
      isDisabled={isLocked}
      isInvalid={isWrong}
      validationBehavior="aria"
      onFocus={() => change({ shows: on })}
      onChange={(text) => {
        type(text);
        change({ draft: { [sentence]: text } });
      }}
      onBlur={() => void keep()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void keep();
      }}
    />
  );
}
