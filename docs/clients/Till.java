import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small till for the POS API of Receipt Companion. Java 11 or later, no packages.
 *
 *     POS_TOKEN=... java Till.java
 *
 * It hands over the receipts that it kept, sells, looks the sale up, refunds it, and cancels another one.
 * POS_API is the address of the API. Without it the port is read from pos-api.json of the data folder (POS_DATA).
 * POS_KEPT is the folder for receipts that the app did not accept (default kept-receipts). The next start sends them again.
 * Use the JSON library of your till instead of the texts and patterns here.
 */
public class Till {
    /** The API refused; the text is an RFC 9457 problem. */
    static final class Refused extends Exception {
        final int status;

        Refused(int status, String problem) {
            super(status + " " + field(problem, "type") + ": " + field(problem, "detail"));
            this.status = status;
        }
    }

    static final class PosApi {
        // No proxy: the API is on this machine.
        private final HttpClient http = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();
        private final String url;
        private final String token;

        PosApi(String url, String token) {
            this.url = url;
            this.token = token;
        }

        String open(String reference, String amount) throws Exception {
            String body = "{\"reference\":\"" + reference + "\",\"amount\":" + amount + ",\"currency\":\"EUR\"}";
            return send("POST", "/sales", body);
        }

        String change(String id, String amount) throws Exception {
            return send("PATCH", "/sales/" + id, "{\"amount\":" + amount + "}");
        }

        String sendBill(String id, String bill) throws Exception {
            return send("PUT", "/sales/" + id + "/bill", "{\"bill\":" + bill + "}");
        }

        String printed(String id) throws Exception {
            return send("POST", "/sales/" + id + "/printed", null);
        }

        String cancel(String id) throws Exception {
            return send("DELETE", "/sales/" + id, null);
        }

        String sale(String id) throws Exception {
            return send("GET", "/sales/" + id, null);
        }

        /** A list with the newest sale of this reference, of any day. */
        String find(String reference) throws Exception {
            String wanted = URLEncoder.encode(reference, StandardCharsets.UTF_8);
            return send("GET", "/sales?limit=1&reference=" + wanted, null);
        }

        /** Sends sale and bill in one call: for a refund, and for a receipt that was kept. */
        String receipt(String receipt) throws Exception {
            return send("POST", "/receipts", receipt);
        }

        /** Is sent only once, because a repetition could start a second transaction. */
        String startLoyalty(String id, String externalUserId) throws Exception {
            return once("PUT", "/sales/" + id + "/loyalty", "{\"externalUserId\":\"" + externalUserId + "\"}");
        }

        String untilSettled(String id) throws Exception {
            String sale = sale(id);
            for (int asked = 0; asked < 300 && field(sale, "state").matches("open|queued"); asked++) {
                Thread.sleep(200);
                sale = sale(id);
            }
            return sale;
        }

        /** A repeated request gets the same answer, so it is sent until an answer arrives. */
        private String send(String method, String path, String body) throws Exception {
            for (int tried = 1; ; tried++) {
                try {
                    return once(method, path, body);
                } catch (IOException error) {
                    if (tried == 5) throw error;
                } catch (Refused error) {
                    if (tried == 5 || (error.status != 429 && error.status != 503)) throw error;
                }
                Thread.sleep(100L << tried);
            }
        }

        private String once(String method, String path, String body) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(15))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
                .build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) throw new Refused(answer.statusCode(), answer.body());
            return answer.body();
        }
    }

    /** The first text field of this name. The fields of a Sale come before those of its parts. */
    static String field(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    /** The smallest useful bill: one line, paid in cash. A negative amount is a return. */
    static String billOf(String number, BigDecimal amount, int percent) {
        BigDecimal factor = new BigDecimal(100 + percent).movePointLeft(2);
        BigDecimal excl = amount.divide(factor, 2, RoundingMode.HALF_UP);
        String vat = "{\"percentage\":" + percent + ",\"inclVat\":" + amount + ",\"exclVat\":" + excl
            + ",\"vat\":" + amount.subtract(excl) + "}";
        boolean isReturn = amount.signum() < 0;
        // DateTimeFormatter writes the seconds always; OffsetDateTime.toString() leaves out ":00".
        String date = OffsetDateTime.now().truncatedTo(ChronoUnit.SECONDS).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
        // Without a number, a receipt that is sent on another day again would be another receipt.
        return "{\"head\":{\"number\":\"" + number + "\",\"date\":\"" + date + "\"},\"data\":{\"currency\":\"EUR\",\"fullAmountInclVat\":" + amount
            + ",\"paymentTypes\":[{\"name\":\"Cash\",\"amount\":" + amount + ",\"extension:service\":{\"type\":\"Cash\"}}]"
            + ",\"vatAmounts\":[" + vat + "],\"lines\":[{\"text\":\"Coffee beans 1 kg\",\"fullAmountInclVat\":" + amount
            + ",\"vatAmounts\":[" + vat + "],\"item\":{\"number\":\"4711\",\"quantity\":" + amount.signum()
            + ",\"pricePerUnit\":" + amount.abs() + "},\"extension:service\":{\"sequenceNumber\":1,\"type\":\"Default\""
            + (isReturn ? ",\"isReturn\":true" : "") + "}}]},\"security\":{\"fiscalization\":{\"type\":\"Tse\"}}}";
    }

    static String setting(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    static String address() {
        String system = System.getProperty("os.name");
        String folder = system.startsWith("Windows") ? System.getenv("LOCALAPPDATA")
            : System.getProperty("user.home") + (system.startsWith("Mac") ? "/Library/Application Support" : "/.config");
        Path file = Path.of(setting("POS_DATA", folder + "/Receipt Companion"), "pos-api.json");
        String port = "17351";
        try {
            Matcher found = Pattern.compile("\"port\":(\\d+)").matcher(Files.readString(file));
            if (found.find()) port = found.group(1);
        } catch (IOException missing) {
            // The app is not running, or it is an older one: the usual port.
        }
        return setting("POS_API", "http://127.0.0.1:" + port + "/v1");
    }

    public static void main(String[] args) throws Exception {
        String token = setting("POS_TOKEN", "");
        if (token.isEmpty()) {
            System.err.println("POS_TOKEN is not set: expected the token that this till was given when it was paired");
            System.exit(2);
        }
        PosApi api = new PosApi(address(), token);
        Path kept = Path.of(setting("POS_KEPT", "kept-receipts"));
        // The till's own id of the sale. Write it down first: after a crash the same reference finds the same sale.
        String reference = "java-" + UUID.randomUUID();
        String bill = billOf(reference, new BigDecimal("19.90"), 19);
        try {
            handOver(api, kept);
            String sale = api.open(reference, "10");
            String id = field(sale, "id");
            System.out.println("open " + field(sale, "url"));
            api.change(id, "19.9");
            api.sendBill(id, bill);
            api.printed(id);
            sale = api.untilSettled(id);
            String state = field(sale, "state");
            System.out.println(state + " " + field(sale, "url"));
            System.out.println("found " + field(api.find(reference), "state"));
            // From here on the refund is the receipt that must not be lost.
            reference += "-refund";
            bill = billOf(reference, new BigDecimal("-19.90"), 19);
            api.receipt("{\"reference\":\"" + reference + "\",\"bill\":" + bill + "}");
            System.out.println("refunded -19.9");
            String other = field(api.open(reference + "-void", "5"), "id");
            System.out.println(field(api.cancel(other), "state"));
            System.exit(state.equals("delivered") ? 0 : 1);
        } catch (Exception error) {
            // The customer gets paper. The receipt is sent at the next start: a repeat is safe.
            Files.createDirectories(kept);
            Path file = kept.resolve(reference + ".json");
            Files.writeString(file, "{\"reference\":\"" + reference + "\",\"bill\":" + bill + "}");
            String reason = error instanceof Refused ? error.getMessage() : "no answer, is the app running? " + error;
            System.err.println(reason + ": kept " + file);
            System.exit(1);
        }
    }

    static void handOver(PosApi api, Path kept) throws Exception {
        if (!Files.isDirectory(kept)) return;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(kept, "*.json")) {
            for (Path file : files) {
                try {
                    api.receipt(Files.readString(file));
                    Files.delete(file);
                    System.out.println("handed over " + file.getFileName().toString().replace(".json", ""));
                } catch (Refused error) {
                    // The file stays: after a 401, 503 or 507 the app accepts it later. A damaged file, and one with any other refusal, needs a person.
                    System.err.println(file + ": " + error.getMessage());
                }
            }
        }
    }
}
