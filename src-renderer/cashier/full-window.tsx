import { CalendarDays, Files, PanelRightOpen, ReceiptText, Settings2, TriangleAlert, UsersRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from 'react-aria-components/Button';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { TrainingFrame } from '../ui/training-frame.tsx';
import { useCashier, useSession } from './cashier-context.ts';
import { LoyaltyPanel } from './loyalty/loyalty-panel.tsx';
import { NoticeLine } from './notice-line.tsx';
import { DockOfVerbs } from './sale/dock-of-verbs.tsx';
import { RecentList } from './sale/recent-list.tsx';
import { SalePanel } from './sale/sale-panel.tsx';
import type { Place } from './session-store.ts';
import { Banners } from './status/banners.tsx';
import { StatusBar } from './status/status-bar.tsx';
import { useSetting } from './use-setting.ts';

/** Pages that no sale waits for: the window stands before their code is read. */
const AttentionPage = lazy(async () => ({ default: (await import('./attention/attention-page.tsx')).AttentionPage }));
const CustomersPage = lazy(async () => ({ default: (await import('./customers/customers-page.tsx')).CustomersPage }));
const DayPage = lazy(async () => ({ default: (await import('./day/day-page.tsx')).DayPage }));
const ReceiptsPage = lazy(async () => ({ default: (await import('./receipts/receipts-page.tsx')).ReceiptsPage }));
const SettingsPage = lazy(async () => ({ default: (await import('./settings/settings-page.tsx')).SettingsPage }));

export function FullWindow() {
  const { view, t, session } = useCashier();
  const form = useSetting('cashier.form');
  const place = useSession((now) => now.place);
  const isCodeHere = useSession(({ qrHere }) => qrHere !== null && qrHere === view.sale?.id);
  return (
    <div className="full">
      <Tabs
        className="full__tabs"
        selectedKey={place === 'customers' && !view.partner.configured ? 'sale' : place}
        onSelectionChange={(key) =>
          session.setState(({ place: before, settingsPage }) => ({
            place: key as Place,
            notice: null,
            settingsPage: before === 'settings' ? null : settingsPage,
          }))
        }
      >
        <header className="top">
          <h1 className="top__name">Receipt Companion</h1>
          <TabList className="top__tabs" aria-label="Receipt Companion">
            <Tab id="sale" className="top__tab">
              <ReceiptText aria-hidden="true" />
              {t('tabSale')}
            </Tab>
            <Tab id="receipts" className="top__tab">
              <Files aria-hidden="true" />
              {t('tabReceipts')}
            </Tab>
            <Tab id="attention" className="top__tab">
              <TriangleAlert aria-hidden="true" />
              {t('tabAttention')}
              {view.status.attention > 0 && <span className="top__badge">{view.status.attention}</span>}
            </Tab>
            {view.partner.configured && (
              <Tab id="customers" className="top__tab">
                <UsersRound aria-hidden="true" />
                {t('tabCustomers')}
              </Tab>
            )}
            <Tab id="day" className="top__tab">
              <CalendarDays aria-hidden="true" />
              {t('tabDay')}
            </Tab>
            <Tab id="settings" className="top__tab">
              <Settings2 aria-hidden="true" />
              {t('tabSettings')}
            </Tab>
          </TabList>
          <Button className="top__form" onPress={() => void form.set('dock')}>
            <PanelRightOpen aria-hidden="true" />
            {t('toDock')}
          </Button>
          {view.training && <TrainingFrame label={null} />}
        </header>
        <Banners />
        <main className="full__page">
          <TabPanel id="sale" className="sale-page">
            <div className="sale-page__main">
              <SalePanel />
            </div>
            {/* Whoever scans here must not read what belongs to others. */}
            {!isCodeHere && (
              <div className="sale-page__side">
                <LoyaltyPanel />
                <RecentList />
              </div>
            )}
          </TabPanel>
          <TabPanel id="receipts" className="list-page">
            <Suspense>
              <ReceiptsPage />
            </Suspense>
          </TabPanel>
          <TabPanel id="attention" className="list-page">
            <Suspense>
              <AttentionPage />
            </Suspense>
          </TabPanel>
          {view.partner.configured && (
            <TabPanel id="customers" className="list-page">
              <Suspense>
                <CustomersPage />
              </Suspense>
            </TabPanel>
          )}
          <TabPanel id="day" className="list-page">
            <Suspense>
              <DayPage />
            </Suspense>
          </TabPanel>
          <TabPanel id="settings" className="settings-page">
            <Suspense>
              <SettingsPage />
            </Suspense>
          </TabPanel>
        </main>
      </Tabs>
      <NoticeLine />
      <StatusBar />
      {place === 'sale' && <DockOfVerbs />}
    </div>
  );
}
