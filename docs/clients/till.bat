@echo off
rem A small till of Windows that only writes files. It was run with the cmd of Wine, and nobody has run it on Windows yet.
rem
rem   till.bat [bill.json]     opens a sale, changes it, sends the bill, marks it printed; opens another and cancels it; refunds
rem
rem If the app is not running, the files wait in the folder: print the receipt and continue. Do not send anything again.
rem To look a sale up, read the result of its file: it is written again whenever the sale changes.
rem
rem Save this file as UTF-8: the app refuses texts in the code page of Windows ("ANSI").
chcp 65001 >nul
setlocal
if not defined INBOX set "INBOX=%LOCALAPPDATA%\Receipt Companion\inbox"
if not exist "%INBOX%\" (echo INBOX is no folder: %INBOX% 1>&2& exit /b 2)
set "BILL=%~1"
if not defined BILL set "BILL=%~dp0bill.json"
rem The till's own id of the sale. Every sale needs another one.
set "REF=batch-%RANDOM%-%RANDOM%"

> "%INBOX%\%REF%-1.json" echo {"do":"open","reference":"%REF%","amount":10,"currency":"EUR","qr":true}
call :wait %REF%-1
if errorlevel 1 exit /b 1
start "" "%INBOX%\done\%REF%-1.qr.png"
> "%INBOX%\%REF%-2.json" echo {"do":"change","reference":"%REF%","amount":19.9}
call :wait %REF%-2
if errorlevel 1 exit /b 1
> "%INBOX%\%REF%-3.tmp" echo {"do":"bill","reference":"%REF%","bill":{"head":{"number":"%REF%",
for /f "skip=4 usebackq delims=" %%L in ("%BILL%") do >> "%INBOX%\%REF%-3.tmp" echo %%L
rem The first four lines of the bill, up to its number, are replaced, so that each run has a number of its own.
rem A file that takes several writes gets its name when it is complete.
ren "%INBOX%\%REF%-3.tmp" "%REF%-3.json"
call :wait %REF%-3
if errorlevel 1 exit /b 1
> "%INBOX%\%REF%-4.json" echo {"do":"printed","reference":"%REF%"}
call :wait %REF%-4
if errorlevel 1 exit /b 1
> "%INBOX%\%REF%-5.json" echo {"do":"open","reference":"%REF%-void","amount":5,"currency":"EUR"}
call :wait %REF%-5
if errorlevel 1 exit /b 1
> "%INBOX%\%REF%-6.json" echo {"do":"cancel","reference":"%REF%-void"}
call :wait %REF%-6
if errorlevel 1 exit /b 1
rem A refund is a receipt of its own, with negative amounts.
> "%INBOX%\%REF%-7.tmp" echo {"reference":"%REF%-refund","bill":{"head":{"number":"%REF%-refund",
for /f "skip=5 usebackq delims=" %%L in ("%~dp0..\pos\cookbook\full-refund.json") do >> "%INBOX%\%REF%-7.tmp" echo %%L
ren "%INBOX%\%REF%-7.tmp" "%REF%-7.json"
call :wait %REF%-7
if errorlevel 1 exit /b 1
exit /b 0

:wait
if exist "%INBOX%\done\%1.result.json" exit /b 0
if exist "%INBOX%\failed\%1.problem.json" (type "%INBOX%\failed\%1.problem.json" 1>&2& exit /b 1)
ping -n 2 127.0.0.1 >nul
goto wait
