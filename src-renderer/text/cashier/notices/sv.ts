import type { Translation } from '../../sentences.ts';
import type { noticesEn } from './en.ts';

export const noticesSv: Translation<typeof noticesEn> = {
  noticesTitle: 'Visa det här för den som sköter datorn',
  noticeDatabaseDamaged: 'Kvittolagret var skadat. Det lades åt sidan och ett nytt påbörjades.',
  noticeDatabaseMissing: 'Kvittolagret är tomt eller borta, fast det innehöll kvitton.',
  noticeDatabaseOlder:
    'Kvittolagret är en äldre kopia. Senare köp finns inte i det. Dess färdiga koder visas inte. Kvitton som kanske redan är levererade väntar under ”Kvitton”.',
  noticeDatabaseMoved:
    'Kvittolagret har kopierats eller flyttats hit. Dess färdiga koder används inte. Kvitton som kanske redan är levererade väntar under ”Kvitton”. Om originalet fortfarande används ska kassan ha en egen mapp.',
  noticeSettingsUnreadable: 'Inställningarna gick inte att läsa. De lades åt sidan och standardvärden används.',
  noticeRecordSetAside: 'Något som sparats går inte att läsa och har lagts åt sidan. Allt annat fungerar som vanligt.',
  noticeNotTheService:
    'Något mellan datorn och kvittotjänsten svarar i dess ställe. Kvittona väntar och skickas sedan automatiskt. Kontrollera nätverk, proxy eller inloggningssida.',
  noticeRegistrationRefused:
    'Kvittotjänsten lämnar inte ut några QR-koder i förväg. När den sista är använd får nya köp ingen.',
  noticeClockWrong:
    'Datorns klocka har ändrats mer än en timme eller går fel. Kontrollera datum och tid. Inga kvitton går förlorade.',
  noticePolicyRefused: 'Datorns policyfil innehåller ett fel och har inte tagits i bruk. Säg till er administration.',
  noticeInboxStuck:
    'Filer i mappen ”inbox” kan inte flyttas undan. Deras kvitton levereras ändå en gång. Kontrollera skrivrättigheter och diskutrymme.',
  noticePolicyNotConnected:
    'Anslutningen som er administration har bestämt fungerar inte än. Nya försök görs automatiskt.',
  unsettledTitle: 'Skarpt eller övning? Inget tas emot förrän du väljer',
  unsettledSettingsLost: 'Kassan kördes skarpt, men inställningarna säger inte det längre.',
  unsettledAddressMissing: 'Kassan körs skarpt, men adressen till kvittotjänsten saknas.',
  unsettledKeychain:
    'Kassan körs skarpt, men lösenordslagret svarar inte. Lås upp eller installera det och försök igen. Det som tagits emot är säkert och väntar.',
  unsettledPolicyUntested:
    'Er administration har ställt kassan på skarpt läge. Anslutningen provas fortfarande, det sker automatiskt.',
  unsettledPolicyUnread: 'Datorns policyfil gick inte att läsa. Säg till er administration.',
};
