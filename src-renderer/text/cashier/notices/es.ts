import type { Translation } from '../../sentences.ts';
import type { noticesEn } from './en.ts';

export const noticesEs: Translation<typeof noticesEn> = {
  noticesTitle: 'Muestre esto a quien se ocupa de este ordenador',
  noticeDatabaseDamaged: 'La base de recibos estaba dañada. Se ha apartado y se ha empezado una nueva.',
  noticeDatabaseMissing: 'La base de recibos está vacía o falta, aunque antes contenía recibos.',
  noticeDatabaseOlder:
    'La base de recibos es una copia anterior. Faltan las ventas posteriores. Sus códigos listos no se muestran. Los recibos que quizá ya se entregaron esperan en «Recibos».',
  noticeDatabaseMoved:
    'La base de recibos se ha copiado o traído aquí. Sus códigos listos no se usan. Los recibos que quizá ya se entregaron esperan en «Recibos». Si el original sigue en uso, dé a esta caja una carpeta propia.',
  noticeSettingsUnreadable: 'No se pudieron leer los ajustes. Se han apartado y rigen los valores de fábrica.',
  noticeRecordSetAside: 'Un registro guardado no se puede leer y se ha apartado. Todo lo demás sigue funcionando.',
  noticeNotTheService:
    'Algo entre este ordenador y el servicio de recibos responde en su lugar. Los recibos esperan y después salen solos. Revise la red, el proxy o una página de acceso.',
  noticeRegistrationRefused:
    'El servicio de recibos no da códigos QR por adelantado. Cuando se use el último, las ventas nuevas no tendrán ninguno.',
  noticeClockWrong:
    'El reloj de este ordenador ha cambiado más de una hora o va mal. Compruebe la fecha y la hora. No se pierde ningún recibo.',
  noticePolicyRefused:
    'El archivo de directivas de este ordenador tiene un error y no se ha aplicado. Avise a su administración.',
  noticeInboxStuck:
    'No se pueden retirar archivos de la carpeta «inbox». Sus recibos se entregan igualmente una sola vez. Compruebe los permisos de escritura y el espacio en disco.',
  noticePolicyNotConnected:
    'La conexión que ha fijado su administración todavía no funciona. Se vuelve a intentar sin que haga nada.',
  unsettledTitle: '¿Real o prácticas? No se acepta nada hasta que elija',
  unsettledSettingsLost: 'Esta caja estaba en real y los ajustes ya no lo indican.',
  unsettledAddressMissing: 'Esta caja está en real, pero falta la dirección del servicio de recibos.',
  unsettledKeychain:
    'Esta caja está en real, pero el almacén de contraseñas no responde. Desbloquéelo o instálelo y vuelva a intentarlo. Lo aceptado está a salvo y espera.',
  unsettledPolicyUntested:
    'Su administración ha puesto esta caja en real. La conexión todavía se está probando, sin que tenga que hacer nada.',
  unsettledPolicyUnread: 'No se pudo leer el archivo de directivas de este ordenador. Avise a su administración.',
};
