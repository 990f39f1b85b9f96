@echo off
rem Adds an exported data key to the keychain of this Windows user. Quit the app, then drag the key file onto this file.
setlocal
set "APP=%ProgramFiles%\Receipt Companion\Receipt Companion.exe"
set "SAID=%TEMP%\receipt-companion-import-key.txt"
if not exist "%~1" (
  echo Drag the key file onto this file.
  pause
  exit /b 2
)
if not exist "%APP%" (
  echo Receipt Companion is not installed in %APP%.
  pause
  exit /b 2
)
set /p "RECEIPT_COMPANION_KEY_PASSPHRASE=Passphrase: "
"%APP%" --import-key "%~1" > "%SAID%" 2>&1
type "%SAID%"
del "%SAID%"
pause
