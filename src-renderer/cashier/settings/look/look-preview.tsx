import { useLayoutEffect, useRef, useState } from 'react';
import { noTouch } from '../../../../src-main/lib/no-touch.ts';
import type { CustomerView } from '../../../../src-main/lib/views.ts';
import { CustomerWindow } from '../../../display/customer-window.tsx';
import { PreviewOf, useViewport } from '../../../ui/use-viewport.ts';
import { useCashier } from '../../cashier-context.ts';
import { Choice } from '../../choice.tsx';
import { useLook } from './look-context.ts';
import { type Previewed, previewed, previewScreen } from './previewed.ts';
import '../../../display/customer.css';
import '../../../display/screens.css';

/** Of a display that nobody has connected yet. */
const usualSize = { width: 1280, height: 800 } as const;

/** The customer's screen as its window draws it, in miniature. */
export function LookPreview() {
  const { t, view } = useCashier();
  const { shows, language, draft, change } = useLook();
  const { settings } = view;
  const screen = previewScreen(shows, view.till.currency, t('previewItems').split('|'));
  const drawn: CustomerView = {
    training: view.training,
    language,
    languages: settings['screen.touch'].value === 'no' ? [] : settings['screen.languages'].value,
    touch: noTouch.touch,
    country: view.country,
    brand: view.brand,
    texts: { ...settings['screen.texts'].value[language], ...draft },
    inches: settings['screen.inches'].value,
    screen,
  };
  return (
    <section className="look__preview" aria-label={t('preview')}>
      <Miniature view={drawn} label={t('previewOf', { screen: t(previewed[shows]) })} />
      <Choice
        label={t('previewShows')}
        value={shows}
        options={(Object.keys(previewed) as Previewed[]).map((name) => ({ value: name, words: t(previewed[name]) }))}
        onChoose={(next) => change({ shows: next })}
      />
    </section>
  );
}

/** Drawn as large as the display and then made small, so that lines break where they break there. */
function Miniature({ view, label }: { readonly view: CustomerView; readonly label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const { ratio } = useViewport();
  const { view: cashier } = useCashier();
  const size = cashier.displays.find(({ use }) => use === 'customer') ?? usualSize;

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    setWidth(element.clientWidth);
    return () => watch.disconnect();
  }, []);

  return (
    <div
      ref={frame}
      className="look__frame"
      role="img"
      aria-label={label}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
    >
      <div
        className="look__display"
        aria-hidden="true"
        inert
        lang={view.language}
        style={{ width: size.width, height: size.height, scale: String(width / size.width) }}
      >
        <PreviewOf value={{ width: size.width, height: size.height, ratio }}>
          <CustomerWindow view={view} onLanguage={() => undefined} />
        </PreviewOf>
      </div>
    </div>
  );
}
