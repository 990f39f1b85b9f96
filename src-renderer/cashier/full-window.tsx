import { CalendarDays, Files, PanelRightOpen, ReceiptText, Settings2, TriangleAlert, UsersRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { t } from '../text/cashier-words.ts';
import { Bare, Row } from '../ui/controls.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../ui/tabs.tsx';
import { TrainingFrame } from '../ui/training-frame.tsx';
import { LoyaltyPanel } from './loyalty/loyalty-panel.tsx';
import { DeferredPapers } from './printer/deferred-papers.tsx';
import { PrinterLine } from './printer/printer-line.tsx';
import { ActionBar } from './sale/action-bar.tsx';
import { EmailPanel } from './sale/email-panel.tsx';
import { RecentList } from './sale/recent-list.tsx';
import { SalePanel } from './sale/sale-panel.tsx';
import { useIsCodeHere } from './sale/use-sale-actions.ts';
import type { CashierTab } from './session-store.ts';
import { Banners } from './status/banners.tsx';
import { FirstIssue, issueCount } from './status/issues.tsx';
import { StatusBar } from './status/status-bar.tsx';
import { session, useSession, useSetting, useView } from './window-state.tsx';

/** These pages are loaded after the window is visible, because no sale needs them. */
const AttentionPage = lazy(async () => ({ default: (await import('./attention/attention-page.tsx')).AttentionPage }));
const CustomersPage = lazy(async () => ({ default: (await import('./customers/customers-page.tsx')).CustomersPage }));
const DayPage = lazy(async () => ({ default: (await import('./day/day-page.tsx')).DayPage }));
const ReceiptsPage = lazy(async () => ({ default: (await import('./receipts/receipts-page.tsx')).ReceiptsPage }));
const SettingsPage = lazy(async () => ({ default: (await import('./settings/settings-page.tsx')).SettingsPage }));

/** The tabs and their pages, in this order. A `CashierTab` without a page does not compile. */
const pages = {
  sale: { words: 'tabSale', Icon: ReceiptText, className: 'sale-page', Page: SalePage },
  receipts: { words: 'tabReceipts', Icon: Files, className: 'list-page', Page: ReceiptsPage },
  attention: { words: 'tabAttention', Icon: TriangleAlert, className: 'list-page', Page: AttentionPage },
  customers: { words: 'tabCustomers', Icon: UsersRound, className: 'list-page', Page: CustomersPage },
  day: { words: 'tabDay', Icon: CalendarDays, className: 'list-page', Page: DayPage },
  settings: { words: 'tabSettings', Icon: Settings2, className: 'whole', Page: SettingsPage },
} as const satisfies Record<CashierTab, unknown>;

const places = Object.keys(pages) as CashierTab[];

export function FullWindow() {
  const view = useView();
  const form = useSetting('cashier.form');
  const chosen = useSession((now) => now.place);
  const place = chosen === 'customers' && !view.partner.configured ? 'sale' : chosen;
  const isSettled = view.setupRequired === null;
  const needs = issueCount(view);
  const shown = places
    .filter((id) => id !== 'customers' || view.partner.configured)
    .map((id) => ({ id, ...pages[id] }));
  return (
    <div className="full">
      <Tabs
        className="full__tabs"
        selected={place}
        select={(key) =>
          session.setState(({ place: before, settingsPage }) => ({
            place: key as CashierTab,
            notice: null,
            prints: false,
            settingsPage: before === 'settings' ? null : settingsPage,
          }))
        }
      >
        <header className="line top">
          <h1 className="sr-only">Receipt Companion</h1>
          <Row as={TabList} gap={0.25} aria-label="Receipt Companion">
            {shown.map(({ id, words, Icon }) => (
              <Tab key={id} id={id} className="line pill top__tab">
                <Icon aria-hidden="true" />
                {t(words)}
                {id === 'attention' && needs > 0 && <span className="top__badge">{needs}</span>}
              </Tab>
            ))}
          </Row>
          <Bare className="line pill top__form" onPress={() => void form.set('dock')}>
            <PanelRightOpen aria-hidden="true" />
            <span>{t('toDock')}</span>
          </Bare>
          {view.training && <TrainingFrame label={null} />}
        </header>
        {!isSettled && <Banners />}
        <main className="full__page">
          {shown.map(({ id, className, Page }) => (
            <TabPanel key={id} id={id} className={className}>
              <Suspense>
                <Page />
              </Suspense>
            </TabPanel>
          ))}
        </main>
      </Tabs>
      <DeferredPapers />
      {place === 'sale' && <PrinterLine />}
      <StatusBar />
      {isSettled && place !== 'sale' && <Banners />}
      {place === 'sale' && <ActionBar />}
    </div>
  );
}

function SalePage() {
  const view = useView();
  const isCodeHere = useIsCodeHere();
  return (
    <>
      <SalePanel />
      {!isCodeHere && (
        <div className="sale-page__side">
          {view.setupRequired === null && (
            <Banners>
              <FirstIssue />
            </Banners>
          )}
          <RecentList />
          <EmailPanel />
          <LoyaltyPanel />
        </div>
      )}
    </>
  );
}
