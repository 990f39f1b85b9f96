import type { Translation } from '../../sentences.ts';
import type { noticesEn } from './en.ts';

export const noticesPt: Translation<typeof noticesEn> = {
  noticesTitle: 'Mostre isto a quem cuida deste computador',
  noticeDatabaseDamaged: 'A base de recibos estava danificada. Foi posta de lado e começou-se uma nova.',
  noticeDatabaseMissing: 'A base de recibos está vazia ou em falta, embora já tivesse recibos.',
  noticeDatabaseOlder:
    'A base de recibos é uma cópia antiga. Faltam nela as vendas posteriores. Os seus códigos prontos não são mostrados. Os recibos que talvez já tenham sido entregues esperam em «Recibos».',
  noticeDatabaseMoved:
    'A base de recibos foi copiada ou trazida para aqui. Os seus códigos prontos não são usados. Os recibos que talvez já tenham sido entregues esperam em «Recibos». Se o original ainda estiver em uso, dê a esta caixa uma pasta própria.',
  noticeSettingsUnreadable: 'Não foi possível ler as definições. Foram postas de lado e usam-se as predefinidas.',
  noticeRecordSetAside: 'Um registo guardado não pode ser lido e foi posto de lado. Tudo o resto continua a funcionar.',
  noticeNotTheService:
    'Algo entre este computador e o serviço de recibos responde no lugar dele. Os recibos esperam e depois saem sozinhos. Verifique a rede, o proxy ou uma página de acesso.',
  noticeRegistrationRefused:
    'O serviço de recibos não dá códigos QR com antecedência. Usado o último, as novas vendas ficam sem código.',
  noticeClockWrong:
    'O relógio deste computador foi alterado em mais de uma hora ou está errado. Verifique a data e a hora. Nenhum recibo se perde.',
  noticePolicyRefused:
    'O ficheiro de políticas deste computador tem um erro e não foi aplicado. Avise a vossa administração.',
  noticeInboxStuck:
    'Não é possível arrumar ficheiros da pasta «inbox». Os respetivos recibos são entregues uma só vez na mesma. Verifique as permissões de escrita e o espaço em disco.',
  noticePolicyNotConnected:
    'A ligação definida pela vossa administração ainda não funciona. Há novas tentativas sem ter de fazer nada.',
  unsettledTitle: 'Real ou formação? Nada é aceite até escolher',
  unsettledSettingsLost: 'Esta caixa estava em modo real e as definições já não o dizem.',
  unsettledAddressMissing: 'Esta caixa está em modo real, mas falta o endereço do serviço de recibos.',
  unsettledKeychain:
    'Esta caixa está em modo real, mas o cofre de palavras-passe não responde. Desbloqueie-o ou instale-o e tente de novo. O que foi aceite está seguro e aguarda.',
  unsettledPolicyUntested:
    'A vossa administração pôs esta caixa em modo real. A ligação ainda está a ser testada, sem ter de fazer nada.',
  unsettledPolicyUnread: 'Não foi possível ler o ficheiro de políticas deste computador. Avise a vossa administração.',
};
