import type { Translation } from '../../sentences.ts';
import type { noticesEn } from './en.ts';

export const noticesFr: Translation<typeof noticesEn> = {
  noticesTitle: 'Merci de montrer ceci à la personne qui gère cet ordinateur',
  noticeDatabaseDamaged:
    'La base des tickets était endommagée. Elle a été mise de côté et une nouvelle a été commencée.',
  noticeDatabaseMissing: 'La base des tickets est vide ou absente, alors qu’elle contenait des tickets.',
  noticeDatabaseOlder:
    'La base des tickets est une copie ancienne. Les ventes suivantes n’y sont pas. Ses codes prêts ne sont pas affichés. Les tickets peut-être déjà remis attendent sous « Tickets ».',
  noticeDatabaseMoved:
    'La base des tickets a été copiée ou déplacée ici. Ses codes prêts ne sont pas utilisés. Les tickets peut-être déjà remis attendent sous « Tickets ». Si l’original sert encore, donnez à cette caisse son propre dossier.',
  noticeSettingsUnreadable:
    'Les réglages étaient illisibles. Ils ont été mis de côté ; les valeurs par défaut s’appliquent.',
  noticeRecordSetAside: 'Un enregistrement est illisible et a été mis de côté. Tout le reste continue.',
  noticeNotTheService:
    'Quelque chose entre cet ordinateur et le service de tickets répond à sa place. Les tickets attendent et partiront ensuite d’eux-mêmes. Vérifiez le réseau, le proxy ou une page de connexion.',
  noticeRegistrationRefused:
    'Le service de tickets ne donne plus de QR codes à l’avance. Une fois le dernier utilisé, les nouvelles ventes n’en auront pas.',
  noticeClockWrong:
    'L’horloge de cet ordinateur a été décalée de plus d’une heure ou n’est pas à l’heure. Vérifiez la date et l’heure. Aucun ticket n’est perdu.',
  noticePolicyRefused:
    'Le fichier de stratégie de cet ordinateur contient une erreur et n’a pas été appliqué. Prévenez votre administration.',
  noticeInboxStuck:
    'Des fichiers du dossier « inbox » ne peuvent pas être rangés. Leurs tickets sont tout de même transmis une seule fois. Vérifiez les droits d’écriture et l’espace disque.',
  noticePolicyNotConnected:
    'La connexion fixée par votre administration ne fonctionne pas encore. Un nouvel essai se fait tout seul.',
  unsettledTitle: 'Réel ou formation ? Rien n’est accepté avant votre choix',
  unsettledSettingsLost: 'Cette caisse était en service réel, mais les réglages ne le disent plus.',
  unsettledAddressMissing: 'Cette caisse est en service réel, mais l’adresse du service de tickets manque.',
  unsettledKeychain:
    'Cette caisse est en service réel, mais le coffre des mots de passe ne répond pas. Déverrouillez-le ou installez-le, puis réessayez. Les tickets acceptés sont en sécurité et attendent.',
  unsettledPolicyUntested:
    'Votre administration a mis cette caisse en service réel. La connexion est encore à l’essai, cela continue tout seul.',
  unsettledPolicyUnread: 'Le fichier de stratégie de cet ordinateur n’a pas pu être lu. Prévenez votre administration.',
};
