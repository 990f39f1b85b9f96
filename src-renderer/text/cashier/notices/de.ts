import type { Translation } from '../../sentences.ts';
import type { noticesEn } from './en.ts';

export const noticesDe: Translation<typeof noticesEn> = {
  noticesTitle: 'Bitte zeigen Sie dies der Person, die diesen Computer betreut',
  noticeDatabaseDamaged: 'Der Belegspeicher war beschädigt. Er wurde beiseitegelegt, ein neuer ist begonnen.',
  noticeDatabaseMissing: 'Der Belegspeicher ist leer oder fehlt, obwohl er schon Belege enthielt.',
  noticeDatabaseOlder:
    'Der Belegspeicher ist eine ältere Kopie. Spätere Verkäufe fehlen darin. Seine fertigen Codes werden nicht gezeigt. Belege, die vielleicht schon zugestellt sind, warten unter „Belege“.',
  noticeDatabaseMoved:
    'Der Belegspeicher wurde kopiert oder an einen anderen Ort gebracht. Seine fertigen Codes werden nicht benutzt. Belege, die vielleicht schon zugestellt sind, warten unter „Belege“. Arbeitet das Original noch, braucht diese Kasse einen eigenen Ordner.',
  noticeSettingsUnreadable: 'Die Einstellungen waren nicht lesbar. Sie wurden beiseitegelegt, es gelten die Vorgaben.',
  noticeRecordSetAside: 'Ein gespeicherter Eintrag ist nicht lesbar und wurde ausgesondert. Alles andere läuft weiter.',
  noticeNotTheService:
    'Etwas zwischen diesem Computer und dem Belegdienst antwortet an dessen Stelle. Die Belege warten und werden danach von selbst gesendet. Bitte Netzwerk, Proxy und Anmeldeseite prüfen.',
  noticeRegistrationRefused:
    'Der Belegdienst gibt keine QR-Codes im Voraus aus. Ist der letzte verbraucht, haben neue Verkäufe keinen.',
  noticeClockWrong:
    'Die Uhr dieses Computers wurde um mehr als eine Stunde verstellt oder geht falsch. Bitte Datum und Uhrzeit prüfen. Belege gehen nicht verloren.',
  noticePolicyRefused:
    'Die Richtliniendatei dieses Computers hat einen Fehler und wurde nicht übernommen. Bitte sagen Sie es Ihrer Verwaltung.',
  noticeInboxStuck:
    'Dateien der Ablage „inbox“ lassen sich nicht wegräumen. Ihre Belege werden trotzdem einmal zugestellt. Bitte Schreibrechte und Speicherplatz prüfen.',
  noticePolicyNotConnected:
    'Die Verbindung, die Ihre Verwaltung festgelegt hat, funktioniert noch nicht. Der Versuch wird von selbst wiederholt.',
  unsettledTitle: 'Live oder Training? Bis zur Auswahl wird nichts angenommen',
  unsettledSettingsLost: 'Diese Kasse war live, aber in den Einstellungen steht es nicht mehr.',
  unsettledAddressMissing: 'Diese Kasse ist live, aber die Adresse des Belegdienstes fehlt.',
  unsettledKeychain:
    'Diese Kasse ist live, aber der Passwortspeicher antwortet nicht. Entsperren oder installieren Sie ihn und versuchen Sie es noch einmal. Angenommene Belege sind sicher und warten.',
  unsettledPolicyUntested:
    'Ihre Verwaltung hat diese Kasse auf live gestellt. Die Verbindung wird noch geprüft, das läuft von selbst weiter.',
  unsettledPolicyUnread: 'Die Richtliniendatei dieses Computers war nicht lesbar. Bitte sagen Sie es Ihrer Verwaltung.',
};
