import { readFileSync, writeFileSync } from 'node:fs';

/** The MSI gives the same access as policy-folder.nsh: Administrators own the folder, SYSTEM writes, users read. */
const descriptor = 'O:BAG:BAD:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1200a9;;;BU)';
const folder = `    <DirectoryRef Id="TARGETDIR">
      <Directory Id="CommonAppDataFolder">
        <Directory Id="POLICYFOLDER" Name="Receipt Companion">
          <Component Id="PolicyFolder" Guid="9D6B0D0A-5B3C-4E57-8B61-2E4C5B0F7A11" KeyPath="yes" Permanent="yes">
            <CreateFolder>
              <PermissionEx Sddl="${descriptor}"/>
            </CreateFolder>
          </Component>
        </Directory>
      </Directory>
    </DirectoryRef>
`;
const feature = /^ *<Feature Id="ProductFeature".*\n/m;

/** electron-builder calls this with the MSI's project file before it compiles the file. */
export const msiProjectCreated = (path) => {
  const project = readFileSync(path, 'utf8');
  if (!feature.test(project)) throw new Error(`${path}: expected the feature ProductFeature, found none`);
  const withFolder = (line) => `${folder}${line}      <ComponentRef Id="PolicyFolder"/>\n`;
  writeFileSync(path, project.replace(feature, withFolder));
};
