; The policy's folder, before the account at the till can make it: administrators write in it, everybody reads. One that was there
; is taken over without a right that it had; what lies in it keeps its owner, and the program refuses what is no administrator's.
!macro policyFolderIcacls WORDS
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$APPDATA\Receipt Companion" ${WORDS}'
  Pop $0
  StrCmp $0 0 +2
  Abort "The access list of $APPDATA\Receipt Companion cannot be set."
!macroend

!macro customInstall
  SetShellVarContext all
  ; An empty folder, or a link to a folder of somebody else's, goes.
  RMDir "$APPDATA\Receipt Companion"
  CreateDirectory "$APPDATA\Receipt Companion"
  !insertmacro policyFolderIcacls "/setowner *S-1-5-32-544"
  !insertmacro policyFolderIcacls "/reset"
  !insertmacro policyFolderIcacls "/inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX"
!macroend
