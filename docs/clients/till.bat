@echo off
rem A small till of Windows that only writes files, without a rename. Nobody has run it on Windows yet; the suite writes what it writes.
rem
rem   till.bat [bill.json]     opens a sale, changes it, sends the bill, marks it printed; opens another and cancels it; refunds
rem
rem If the app is not running, the files wait in the folder: print the receipt and go on. Nothing has to be sent again.
rem To look a sale up, read the result of its file: it is written again whenever the sale changes.
rem
rem Texts are UTF-8: save this file so, or Windows writes its own code page ("ANSI"), which is refused.
chcp 65001 >nul
setlocal
if not defined INBOX set "INBOX=%LOCALAPPDATA%\Receipt Companion\inbox"
if not exist "%INBOX%\" (echo INBOX is no folder: %INBOX% 1>&2& exit /b 2)
set "BILL=%~1"
if not defined BILL set "BILL=%~dp0bill.json"
rem The till's own id of the sale: one for each.
set "REF=batch-%RANDOM%-%RANDOM%"

> "%INBOX%\%REF%-1.json" echo {"do":"open","reference":"%REF%","amount":10,"currency":"EUR","qr":true}
call :wait %REF%-1 || exit /b 1
start "" "%INBOX%\done\%REF%-1.qr.png"
> "%INBOX%\%REF%-2.json" echo {"do":"change","reference":"%REF%","amount":19.9}
call :wait %REF%-2 || exit /b 1
> "%INBOX%\%REF%-3.json" (echo {"do":"bill","reference":"%REF%",& more +1 "%BILL%")
call :wait %REF%-3 || exit /b 1
> "%INBOX%\%REF%-4.json" echo {"do":"printed","reference":"%REF%"}
call :wait %REF%-4 || exit /b 1
> "%INBOX%\%REF%-5.json" echo {"do":"open","reference":"%REF%-void","amount":5,"currency":"EUR"}
call :wait %REF%-5 || exit /b 1
> "%INBOX%\%REF%-6.json" echo {"do":"cancel","reference":"%REF%-void"}
call :wait %REF%-6 || exit /b 1
rem A refund is a receipt of its own, with negative amounts.
copy /y "%~dp0..\pos\cookbook\full-refund.json" "%INBOX%\%REF%-7.json" >nul
call :wait %REF%-7 || exit /b 1
exit /b 0

:wait
if exist "%INBOX%\done\%1.result.json" exit /b 0
if exist "%INBOX%\failed\%1.problem.json" (type "%INBOX%\failed\%1.problem.json" 1>&2& exit /b 1)
ping -n 2 127.0.0.1 >nul
goto wait
