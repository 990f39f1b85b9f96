import { languages } from '../../../../src-main/shared/languages.ts';
import { type OwnSentence, type OwnTexts, type OwnWords, ownSentences } from '../../../../src-main/shared/shop-look.ts';
import { t, wordsOf } from '../../../text/cashier-words.ts';
import { customerText } from '../../../text/i18n.ts';
import { Choice, Grid, Stack } from '../../../ui/controls.tsx';

import { type ControlProps, TextControl, useNewest } from '../setting-controls.tsx';
import { languageName } from '../setting-rows.ts';
import { screenOf, useLook } from './previewed.ts';

export function OwnTextsControl({ label, value, isLocked, onValue }: ControlProps<OwnTexts>) {
  const { language, change } = useLook();
  const words = value[language] ?? {};

  const { newest, put } = useNewest({ value, onValue });
  const keep = (sentence: OwnSentence, text: string): Promise<boolean> => {
    const { [sentence]: _before, ...others } = newest.current[language] ?? {};
    const next: OwnWords = text.trim() === '' ? others : { ...others, [sentence]: text.trim() };
    return put({ ...newest.current, [language]: next });
  };

  return (
    <Stack gap={0.875}>
      <Choice
        label={label}
        value={language}
        options={languages.map((each) => ({ value: each, words: languageName(each) }))}
        onChoose={(next) => change({ language: next, draft: {} })}
      />
      {/* With two columns the page is at most two windows high on a small till. */}
      <Grid least={10} gap={0.875}>
        {(Object.keys(ownSentences) as OwnSentence[]).map((sentence) => {
          const shows = screenOf(sentence);
          const screen = t(wordsOf('preview', shows));
          return (
            <TextControl
              key={`${language} ${sentence}`}
              label={t(sentence.endsWith('Title') ? 'ownHeadline' : 'ownSentence', { screen })}
              rule={t('ownRule', { most: ownSentences[sentence] })}
              value={words[sentence] ?? ''}
              input={{ lang: language, placeholder: customerText(language)(sentence) }}
              maxLength={ownSentences[sentence]}
              isLocked={isLocked}
              onFocus={() => change({ shows })}
              onTyped={(text) => change({ draft: text === null ? {} : { [sentence]: text } })}
              onValue={(text) => keep(sentence, text)}
            />
          );
        })}
      </Grid>
    </Stack>
  );
}
