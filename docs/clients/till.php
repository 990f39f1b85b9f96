<?php

/**
 * A small till for the POS API of Receipt Companion. PHP 7.4 or later, no packages.
 *
 *     POS_TOKEN=... php till.php
 *
 * It hands over the receipts that it kept, sells, looks the sale up, refunds it, and cancels another one.
 * POS_API is the address of the API. Without it the port is read from pos-api.json of the data folder (POS_DATA).
 * POS_KEPT is the folder for receipts that the app did not accept (default kept-receipts). The next start sends them again.
 */

declare(strict_types=1);

/** The API refused. `problem` has type, status, detail and errors. */
final class Refused extends RuntimeException
{
    public array $problem;

    public function __construct(array $problem)
    {
        parent::__construct("{$problem['status']} {$problem['type']}: {$problem['detail']}");
        $this->problem = $problem;
    }
}

/** Nobody answered: the request may or may not have been done. */
final class NoAnswer extends RuntimeException
{
}

final class PosApi
{
    private string $url;
    private string $token;

    public function __construct(string $url, string $token)
    {
        $this->url = rtrim($url, '/');
        $this->token = $token;
    }

    public function open(string $reference, float $amount, string $currency): array
    {
        return $this->send('POST', '/sales', ['reference' => $reference, 'amount' => $amount, 'currency' => $currency]);
    }

    public function change(string $id, array $to): array
    {
        return $this->send('PATCH', "/sales/$id", $to);
    }

    public function sendBill(string $id, array $bill): array
    {
        return $this->send('PUT', "/sales/$id/bill", ['bill' => $bill]);
    }

    public function printed(string $id): array
    {
        return $this->send('POST', "/sales/$id/printed");
    }

    public function cancel(string $id): array
    {
        return $this->send('DELETE', "/sales/$id");
    }

    public function sale(string $id): array
    {
        return $this->send('GET', "/sales/$id");
    }

    /** The newest sale with this reference, of any day; null if there is none. */
    public function find(string $reference): ?array
    {
        return $this->send('GET', '/sales?limit=1&reference=' . rawurlencode($reference))['items'][0] ?? null;
    }

    /** Sends sale and bill in one call: for a refund, and for a receipt that was kept. */
    public function receipt(array $receipt): array
    {
        return $this->send('POST', '/receipts', $receipt);
    }

    /** Is sent only once, because a repetition could start a second transaction. */
    public function startLoyalty(string $id, string $externalUserId): array
    {
        return $this->once('PUT', "/sales/$id/loyalty", ['externalUserId' => $externalUserId]);
    }

    public function untilSettled(string $id, int $seconds = 60): array
    {
        $end = time() + $seconds;
        do {
            $sale = $this->sale($id);
            if (in_array($sale['state'], ['delivered', 'attention', 'cancelled'], true)) {
                break;
            }
            usleep(200000);
        } while (time() < $end);
        return $sale;
    }

    /** A repeated request gets the same answer, so it is sent until an answer arrives. */
    private function send(string $method, string $path, ?array $body = null): array
    {
        for ($tried = 1; ; $tried++) {
            try {
                return $this->once($method, $path, $body);
            } catch (NoAnswer $error) {
                $last = $error;
            } catch (Refused $error) {
                if (!in_array($error->problem['status'], [429, 503], true)) {
                    throw $error;
                }
                $last = $error;
            }
            if ($tried === 5) {
                throw $last;
            }
            usleep(100000 * 2 ** $tried);
        }
    }

    private function once(string $method, string $path, ?array $body = null): array
    {
        $headers = "Authorization: Bearer {$this->token}\r\nContent-Type: application/json\r\n";
        $http = ['method' => $method, 'header' => $headers, 'timeout' => 15, 'ignore_errors' => true];
        if ($body !== null) {
            $http['content'] = json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
        }
        $text = @file_get_contents($this->url . $path, false, stream_context_create(['http' => $http]));
        if ($text === false) {
            throw new NoAnswer('no answer, is the app running? ' . (error_get_last()['message'] ?? $this->url));
        }
        $answer = $text === '' ? [] : json_decode($text, true, 64, JSON_THROW_ON_ERROR);
        if (preg_match('/ 2\d\d/', $http_response_header[0]) !== 1) {
            throw new Refused($answer);
        }
        return $answer;
    }
}

/** The smallest useful bill: one line, paid in cash. A negative amount is a return. */
function billOf(string $number, float $amount, float $percent): array
{
    $excl = round($amount / (1 + $percent / 100), 2);
    $vat = ['percentage' => $percent, 'inclVat' => $amount, 'exclVat' => $excl, 'vat' => round($amount - $excl, 2)];
    $line = ['sequenceNumber' => 1, 'type' => 'Default'] + ($amount < 0 ? ['isReturn' => true] : []);
    return [
        // Without a number, a receipt that is sent on another day again would be another receipt.
        'head' => ['number' => $number, 'date' => date(DATE_ATOM)],
        'data' => [
            'currency' => 'EUR',
            'fullAmountInclVat' => $amount,
            'paymentTypes' => [['name' => 'Cash', 'amount' => $amount, 'extension:service' => ['type' => 'Cash']]],
            'vatAmounts' => [$vat],
            'lines' => [[
                'text' => 'Coffee beans 1 kg',
                'fullAmountInclVat' => $amount,
                'vatAmounts' => [$vat],
                'item' => ['number' => '4711', 'quantity' => $amount < 0 ? -1 : 1, 'pricePerUnit' => abs($amount)],
                'extension:service' => $line,
            ]],
        ],
        'security' => ['fiscalization' => ['type' => 'Tse']],
    ];
}

function address(): string
{
    $url = (string) getenv('POS_API');
    if ($url !== '') {
        return $url;
    }
    $data = getenv('POS_DATA') ?: (PHP_OS_FAMILY === 'Windows'
        ? getenv('LOCALAPPDATA') . '\\Receipt Companion'
        : getenv('HOME') . (PHP_OS_FAMILY === 'Darwin' ? '/Library/Application Support' : '/.config') . '/Receipt Companion');
    $found = json_decode((string) @file_get_contents("$data/pos-api.json"), true);
    return 'http://127.0.0.1:' . ($found['port'] ?? 17351) . '/v1';
}

function main(): int
{
    $token = (string) getenv('POS_TOKEN');
    if ($token === '') {
        fwrite(STDERR, "POS_TOKEN is not set: expected the token that this till was given when it was paired\n");
        return 2;
    }
    $api = new PosApi(address(), $token);
    $kept = getenv('POS_KEPT') ?: 'kept-receipts';
    // The till's own id of the sale. Write it down first: after a crash the same reference finds the same sale.
    $reference = 'php-' . bin2hex(random_bytes(8));
    $receipt = ['reference' => $reference, 'bill' => billOf($reference, 19.9, 19)];
    try {
        foreach (glob("$kept/*.json") as $file) {
            try {
                $api->receipt(json_decode(file_get_contents($file), true, 64, JSON_THROW_ON_ERROR));
                unlink($file);
                echo 'handed over ', basename($file, '.json'), "\n";
            } catch (Refused | JsonException $error) {
                // The file stays: after a 401, 503 or 507 the app accepts it later. A damaged file, and one with any other refusal, needs a person.
                fwrite(STDERR, "$file: {$error->getMessage()}\n");
            }
        }
        $sale = $api->open($reference, 10, 'EUR');
        echo "open {$sale['url']}\n";
        $api->change($sale['id'], ['amount' => 19.9]);
        $api->sendBill($sale['id'], $receipt['bill']);
        $api->printed($sale['id']);
        $sale = $api->untilSettled($sale['id']);
        echo "{$sale['state']} {$sale['url']}\n";
        echo 'found ', $api->find($reference)['state'], "\n";
        // From here on the refund is the receipt that must not be lost.
        $receipt = ['reference' => "$reference-refund", 'bill' => billOf("$reference-refund", -19.9, 19)];
        echo 'refunded ', $api->receipt($receipt)['amount'], "\n";
        $other = $api->open("$reference-void", 5, 'EUR');
        echo $api->cancel($other['id'])['state'], "\n";
        return $sale['state'] === 'delivered' ? 0 : 1;
    } catch (Exception $error) {
        // The customer gets paper. The receipt is sent at the next start: a repeat is safe.
        @mkdir($kept);
        file_put_contents("$kept/{$receipt['reference']}.json", json_encode($receipt));
        fwrite(STDERR, "{$error->getMessage()}: kept $kept/{$receipt['reference']}.json\n");
        return 1;
    }
}

exit(main());
