// A small till for the POS API of Receipt Companion. .NET 8 or later, no packages.
//
//     dotnet new console -o Till && cp Till.cs Till/Program.cs && POS_TOKEN=... dotnet run --project Till
//
// It hands over the receipts that it kept, sells, looks the sale up, refunds it, and cancels another one.
// POS_API is the address of the API. Without it the port is read from pos-api.json of the data folder (POS_DATA).
// POS_KEPT is the folder for receipts that the app did not accept (default kept-receipts). The next start sends them again.

using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Nodes;

var token = Environment.GetEnvironmentVariable("POS_TOKEN");
if (string.IsNullOrEmpty(token))
{
    Console.Error.WriteLine("POS_TOKEN is not set: expected the token that this till was given when it was paired");
    return 2;
}
var api = new PosApi(Address(), token);
var kept = Setting("POS_KEPT", "kept-receipts");
// The till's own id of the sale. Write it down first: after a crash the same reference finds the same sale.
var reference = $"csharp-{Guid.NewGuid()}";
var bill = Bills.Of(reference, 19.90m, 19m);
var receipt = new JsonObject { ["reference"] = reference, ["bill"] = bill };
try
{
    await HandOver();
    var sale = await api.OpenSale(reference, 10m, "EUR");
    Console.WriteLine($"open {sale.Url}");
    await api.Change(sale.Id, 19.90m);
    await api.SendBill(sale.Id, bill);
    await api.Printed(sale.Id);
    for (var end = DateTime.UtcNow.AddSeconds(60); sale.State is "open" or "queued" && DateTime.UtcNow < end;)
    {
        await Task.Delay(200);
        sale = await api.Sale(sale.Id);
    }
    Console.WriteLine($"{sale.State} {sale.Url}");
    Console.WriteLine($"found {(await api.Find(reference))?.State}");
    // From here on the refund is the receipt that must not be lost.
    reference += "-refund";
    receipt = new JsonObject { ["reference"] = reference, ["bill"] = Bills.Of(reference, -19.90m, 19m) };
    await api.Receipt(receipt);
    Console.WriteLine("refunded -19.9");
    var other = await api.OpenSale($"{reference}-void", 5m, "EUR");
    Console.WriteLine((await api.Cancel(other.Id)).State);
    return sale.State == "delivered" ? 0 : 1;
}
catch (Exception error)
{
    // The customer gets paper. The receipt is sent at the next start: a repeat is safe.
    Directory.CreateDirectory(kept);
    var file = Path.Combine(kept, $"{reference}.json");
    await File.WriteAllTextAsync(file, receipt.ToJsonString());
    var reason = error is RefusedException ? error.Message : $"no answer, is the app running? {error.Message}";
    Console.Error.WriteLine($"{reason}: kept {file}");
    return 1;
}

static string Setting(string name, string otherwise) =>
    Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value : otherwise;

static string Address()
{
    var local = Environment.GetFolderPath(OperatingSystem.IsWindows()
        ? Environment.SpecialFolder.LocalApplicationData
        : Environment.SpecialFolder.ApplicationData);
    var file = Path.Combine(Setting("POS_DATA", Path.Combine(local, "Receipt Companion")), "pos-api.json");
    var port = File.Exists(file) ? (int)JsonNode.Parse(File.ReadAllText(file))!["port"]! : 17351;
    return Setting("POS_API", $"http://127.0.0.1:{port}/v1");
}

async Task HandOver()
{
    foreach (var file in Directory.Exists(kept) ? Directory.GetFiles(kept, "*.json") : [])
    {
        try
        {
            await api.Receipt(JsonNode.Parse(await File.ReadAllTextAsync(file))!.AsObject());
            File.Delete(file);
            Console.WriteLine($"handed over {Path.GetFileNameWithoutExtension(file)}");
        }
        catch (Exception refused) when (refused is RefusedException or JsonException)
        {
            // The file stays: after a 401, 503 or 507 the app accepts it later. A damaged file, and one with any other refusal, needs a person.
            Console.Error.WriteLine($"{file}: {refused.Message}");
        }
    }
}

public sealed record SalePage(Sale[] Items);

public sealed record Sale(string Id, string Reference, string State, string? BillId, string? Url, bool Assigned);

public sealed record UserReceipt(string ReceiptId, decimal? Amount, string? Currency, string? Date, string? VendorName);

public sealed record UserReceiptPage(UserReceipt[] Items, int? TotalCount, string? Continuation);

public sealed record FieldError(string Path, string Code, string Message);

public sealed record Problem(string Type, int Status, string Detail, FieldError[]? Errors);

/// <summary>The API refused the request.</summary>
public sealed class RefusedException(Problem problem)
    : Exception($"{problem.Status} {problem.Type}: {problem.Detail}")
{
    public Problem Problem { get; } = problem;
}

public sealed class PosApi
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);
    private readonly HttpClient http;
    private readonly string url;

    public PosApi(string url, string token)
    {
        this.url = url.TrimEnd('/');
        // No proxy: the API is on this machine.
        http = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { Timeout = TimeSpan.FromSeconds(15) };
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
    }

    public Task<Sale> OpenSale(string reference, decimal amount, string currency) =>
        Repeat<Sale>(HttpMethod.Post, "/sales", new { reference, amount, currency });

    public Task<Sale> SendBill(string id, JsonObject bill) =>
        Repeat<Sale>(HttpMethod.Put, $"/sales/{id}/bill", new { bill });

    public Task<Sale> Sale(string id) => Repeat<Sale>(HttpMethod.Get, $"/sales/{id}");

    public Task<Sale> Change(string id, decimal amount) => Repeat<Sale>(HttpMethod.Patch, $"/sales/{id}", new { amount });

    /// <summary>The newest sale with this reference, of any day; null if there is none.</summary>
    public async Task<Sale?> Find(string reference) =>
        (await Repeat<SalePage>(HttpMethod.Get, $"/sales?limit=1&reference={Uri.EscapeDataString(reference)}")).Items.FirstOrDefault();

    /// <summary>Sends sale and bill in one call: for a refund, and for a receipt that was kept.</summary>
    public Task<Sale> Receipt(JsonObject receipt) => Repeat<Sale>(HttpMethod.Post, "/receipts", receipt);

    public Task<Sale> Printed(string id) => Repeat<Sale>(HttpMethod.Post, $"/sales/{id}/printed");

    public Task<Sale> Cancel(string id) => Repeat<Sale>(HttpMethod.Delete, $"/sales/{id}");

    /// <summary>Is sent only once, because a repetition could start a second transaction.</summary>
    public Task<JsonObject> StartLoyalty(string id, string externalUserId) =>
        Once<JsonObject>(HttpMethod.Put, $"/sales/{id}/loyalty", new { externalUserId });

    /// <summary>All receipts of a user, page by page. The token needs the scope of Customer service.</summary>
    public async IAsyncEnumerable<UserReceipt> UserReceipts(string userId, int take = 50)
    {
        string? continuation = null;
        do
        {
            var next = continuation is null ? "" : $"&continuation={Uri.EscapeDataString(continuation)}";
            var page = await Repeat<UserReceiptPage>(HttpMethod.Get, $"/users/{userId}/receipts?take={take}{next}");
            foreach (var item in page.Items) yield return item;
            continuation = page.Continuation;
        }
        while (continuation is not null);
    }

    /// <summary>A repeated request gets the same answer, so it is sent until an answer arrives.</summary>
    private async Task<T> Repeat<T>(HttpMethod method, string path, object? body = null, int tries = 5)
    {
        for (var tried = 1; ; tried++)
        {
            try
            {
                return await Once<T>(method, path, body);
            }
            catch (Exception error) when (tried < tries && Passes(error))
            {
                await Task.Delay(100 << tried);
            }
        }
    }

    private static bool Passes(Exception error) => error switch
    {
        RefusedException refused => refused.Problem.Status is (int)HttpStatusCode.TooManyRequests or (int)HttpStatusCode.ServiceUnavailable,
        HttpRequestException or TaskCanceledException => true,
        _ => false,
    };

    private async Task<T> Once<T>(HttpMethod method, string path, object? body = null)
    {
        using var request = new HttpRequestMessage(method, url + path);
        if (body is not null) request.Content = JsonContent.Create(body, options: Json);
        using var response = await http.SendAsync(request);
        if (!response.IsSuccessStatusCode)
        {
            throw new RefusedException((await response.Content.ReadFromJsonAsync<Problem>(Json))!);
        }
        return (await response.Content.ReadFromJsonAsync<T>(Json))!;
    }
}

public static class Bills
{
    /// <summary>The smallest useful bill: one line, paid in cash. A negative amount is a return.</summary>
    public static JsonObject Of(string number, decimal amount, decimal vatPercent)
    {
        var exclVat = Math.Round(amount / (1 + vatPercent / 100), 2, MidpointRounding.AwayFromZero);
        JsonObject Vat() => new()
        {
            ["percentage"] = vatPercent, ["inclVat"] = amount, ["exclVat"] = exclVat, ["vat"] = amount - exclVat,
        };
        return new JsonObject
        {
            // Without a number, a receipt that is sent on another day again would be another receipt.
            ["head"] = new JsonObject { ["number"] = number, ["date"] = DateTimeOffset.Now.ToString("yyyy-MM-ddTHH:mm:sszzz") },
            ["data"] = new JsonObject
            {
                ["currency"] = "EUR",
                ["fullAmountInclVat"] = amount,
                ["paymentTypes"] = new JsonArray(new JsonObject
                {
                    ["name"] = "Cash", ["amount"] = amount,
                    ["extension:service"] = new JsonObject { ["type"] = "Cash" },
                }),
                ["vatAmounts"] = new JsonArray(Vat()),
                ["lines"] = new JsonArray(new JsonObject
                {
                    ["text"] = "Coffee beans 1 kg",
                    ["fullAmountInclVat"] = amount,
                    ["vatAmounts"] = new JsonArray(Vat()),
                    ["item"] = new JsonObject { ["number"] = "4711", ["quantity"] = Math.Sign(amount), ["pricePerUnit"] = Math.Abs(amount) },
                    ["extension:service"] = new JsonObject { ["sequenceNumber"] = 1, ["type"] = "Default", ["isReturn"] = amount < 0 },
                }),
            },
            ["security"] = new JsonObject { ["fiscalization"] = new JsonObject { ["type"] = "Tse" } },
        };
    }
}
