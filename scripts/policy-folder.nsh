; Creates the policy's folder before the account of the till can do so: administrators may write, everybody may read. An
; existing folder gets these rights. Its files keep their owner, and the program accepts only an administrator's.
!macro policyFolderIcacls WORDS
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$APPDATA\Receipt Companion" ${WORDS}'
  Pop $0
  StrCmp $0 0 +2
  Abort "The access list of $APPDATA\Receipt Companion cannot be set."
!macroend

!macro customInstall
  SetShellVarContext all
  ; Removes an empty folder, or a link to the folder of another account.
  RMDir "$APPDATA\Receipt Companion"
  CreateDirectory "$APPDATA\Receipt Companion"
  !insertmacro policyFolderIcacls "/setowner *S-1-5-32-544"
  !insertmacro policyFolderIcacls "/reset"
  !insertmacro policyFolderIcacls "/inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX"
!macroend
