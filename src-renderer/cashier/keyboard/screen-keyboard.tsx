import { ArrowBigUp, Delete, KeyboardOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Group } from 'react-aria-components/Group';
import type { Language } from '../../../src-main/shared/languages.ts';
import { spokenLanguage, t } from '../../text/cashier-words.ts';
import { Button, bringIntoView, Row } from '../../ui/controls.tsx';

import { textFieldOf } from '../keyboard-focus.ts';

const figures = '1234567890';

/** Letters in the keyboard order of each language, row by row. */
const letters: Readonly<Record<Language, readonly string[]>> = {
  de: [figures, 'qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß.-'],
  en: [figures, 'qwertyuiop', 'asdfghjkl', 'zxcvbnm.-'],
  es: [figures, 'qwertyuiopá', 'asdfghjklñé', 'zxcvbnmíóú.-'],
  fr: [figures, 'azertyuiopé', 'qsdfghjklmè', 'wxcvbnçàù.-'],
  pt: [figures, 'qwertyuiopá', 'asdfghjklçé', 'zxcvbnmãõ.-'],
  sv: [figures, 'qwertyuiopå', 'asdfghjklöä', 'zxcvbnm.-'],
};

/** The digits, all ASCII signs, and other characters of prices, names and addresses. */
const signs: readonly string[] = [figures, '@/:_.,-+=?', `!"#$%&'()*`, ';<>[\\]^`{|}~', '€£§°ñçßåøæ'];

const numbers: readonly string[] = [`${figures},.`];

/** The focused text field. Amounts and PINs have their own pads. */
const fieldInHand = (): HTMLInputElement | null => {
  const field = textFieldOf(document.activeElement);
  return field?.inputMode === 'none' ? null : field;
};

/** Inserts text like a key, so that React notices it and the field can undo it. */
const insert = (text: string): void => void document.execCommand('insertText', false, text);

/** The text field that a finger touched, and a function to close the keyboard. A real key closes it, too. */
function useTouchedField(): readonly [HTMLInputElement | null, () => void] {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  useEffect(() => {
    const listening = new AbortController();
    const on = <Kind extends keyof WindowEventMap>(kind: Kind, hear: (event: WindowEventMap[Kind]) => void): void =>
      window.addEventListener(kind, hear, { capture: true, signal: listening.signal });
    let isTouched = false;
    on('pointerdown', ({ pointerType, target }) => {
      isTouched = pointerType === 'touch';
      // Windows may have its own touch keyboard, and one of the two is enough.
      if (pointerType === 'touch' && target instanceof HTMLElement)
        target.setAttribute('virtualkeyboardpolicy', 'manual');
    });
    // A field is saved when it loses the focus, so the focus must not leave it even briefly.
    on('mousedown', (event) => {
      if (event.target instanceof Element && event.target.closest('.keyboard') !== null) event.preventDefault();
    });
    on('click', (event) => {
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      setField((now) => (now === null && !isTouch ? null : fieldInHand()));
    });
    // A touched button may focus a field. Otherwise its click closes the keyboard: closing now would move the button.
    // The field may also have left the page, with its sale or because the window was locked.
    on('focusin', () =>
      setField((now) => {
        if (now === null && !isTouched) return null;
        return fieldInHand() ?? (now?.checkVisibility() ? now : null);
      }),
    );
    on('keydown', ({ isTrusted }) => {
      if (!isTrusted) return;
      isTouched = false;
      setField(null);
    });
    return () => listening.abort();
  }, []);
  return [field, () => setField(null)];
}

/** A keyboard for computers with only a touch screen. The page shrinks above it, so that no field is covered. */
export function ScreenKeyboard() {
  const [field, hide] = useTouchedField();
  // A new field starts in lower case.
  return field === null ? null : <Keys key={field.id} field={field} onHide={hide} />;
}

/** A key reacts when the finger touches it. The field keeps the focus. */
const ofKey = { className: 'keyboard__key', preventFocusOnPress: true, excludeFromTabOrder: true } as const;

function Keys({ field, onHide }: { readonly field: HTMLInputElement; readonly onHide: () => void }) {
  const [isUpper, setUpper] = useState(false);
  const [hasSigns, setSigns] = useState(false);
  const isNumber = ['decimal', 'numeric'].includes(field.inputMode);
  const rows = isNumber ? numbers : hasSigns ? signs : letters[spokenLanguage()];
  // The page is smaller now, so the field may have to scroll into view.
  useEffect(() => bringIntoView(field), [field]);

  const cased = (letter: string): string =>
    isUpper && letter !== 'ß' ? letter.toLocaleUpperCase(spokenLanguage()) : letter;
  const type = (letter: string): void => {
    insert(cased(letter));
    setUpper(false);
  };
  return (
    <Group className="keyboard" aria-label={t('keyboard')}>
      {rows.map((row) => (
        <Row key={row} gap={0.25} justify="center">
          {[...row].map((letter) => (
            <Button key={letter} {...ofKey} onPressStart={() => type(letter)}>
              {cased(letter)}
            </Button>
          ))}
        </Row>
      ))}
      <Row gap={0.25} justify="center">
        {!isNumber && (
          <>
            <Button icon={ArrowBigUp} aria-label={t('keyShift')} {...ofKey} onPressStart={() => setUpper(!isUpper)} />
            <Button {...ofKey} onPressStart={() => setSigns(!hasSigns)}>
              {hasSigns ? 'abc' : '#+='}
            </Button>
            <Button aria-label={t('keySpace')} {...ofKey} data-wide onPressStart={() => insert(' ')} />
          </>
        )}
        <Button
          icon={Delete}
          aria-label={t('keyBackspace')}
          {...ofKey}
          onPressStart={() => document.execCommand('delete')}
        />
        <Button icon={KeyboardOff} aria-label={t('keyboardHide')} {...ofKey} onPressStart={onHide} />
      </Row>
    </Group>
  );
}
