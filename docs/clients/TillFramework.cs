// A small till for the POS API of Receipt Companion. .NET Framework 4.5 or later, or Mono, no packages.
//
//     csc TillFramework.cs && set POS_TOKEN=... && TillFramework.exe      (Mono: mcs TillFramework.cs && mono TillFramework.exe)
//
// It hands over the receipts that it kept, sells, looks the sale up, refunds it, and cancels another one.
// POS_API is the address of the API. Without it the port is read from pos-api.json of the data folder (POS_DATA).
// POS_KEPT is the folder for receipts that the app did not accept (default kept-receipts). The next start sends them again.
// Use the JSON library of your till instead of the texts and patterns here.

using System;
using System.Globalization;
using System.IO;
using System.Net;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;

/// <summary>The API refused; the text is an RFC 9457 problem.</summary>
public sealed class Refused : Exception
{
    public readonly int Status;

    public Refused(int status, string problem)
        : base(status + " " + Json.Field(problem, "type") + ": " + Json.Field(problem, "detail"))
    {
        Status = status;
    }
}

public static class Json
{
    /// <summary>The first text field of this name. The fields of a Sale come before those of its parts.</summary>
    public static string Field(string json, string name)
    {
        return Regex.Match(json, "\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").Groups[1].Value;
    }

    /// <summary>The smallest useful bill: one line, paid in cash. A negative amount is a return.</summary>
    public static string BillOf(string number, decimal amount, int percent)
    {
        var excl = Math.Round(amount / (1 + percent / 100m), 2, MidpointRounding.AwayFromZero);
        var vat = Text("{{\"percentage\":{0},\"inclVat\":{1},\"exclVat\":{2},\"vat\":{3}}}", percent, amount, excl, amount - excl);
        var date = DateTime.Now.ToString("yyyy-MM-ddTHH:mm:sszzz", CultureInfo.InvariantCulture);
        // Without a number, a receipt that is sent on another day again would be another receipt.
        return Text(
            "{{\"head\":{{\"number\":\"{6}\",\"date\":\"{0}\"}},\"data\":{{\"currency\":\"EUR\",\"fullAmountInclVat\":{1}," +
            "\"paymentTypes\":[{{\"name\":\"Cash\",\"amount\":{1},\"extension:service\":{{\"type\":\"Cash\"}}}}]," +
            "\"vatAmounts\":[{2}],\"lines\":[{{\"text\":\"Coffee beans 1 kg\",\"fullAmountInclVat\":{1},\"vatAmounts\":[{2}]," +
            "\"item\":{{\"number\":\"4711\",\"quantity\":{3},\"pricePerUnit\":{4}}}," +
            "\"extension:service\":{{\"sequenceNumber\":1,\"type\":\"Default\"{5}}}}}]}}," +
            "\"security\":{{\"fiscalization\":{{\"type\":\"Tse\"}}}}}}",
            date, amount, vat, Math.Sign(amount), Math.Abs(amount), amount < 0 ? ",\"isReturn\":true" : "", number);
    }

    /// <summary>Writes a decimal point in every language of Windows, because JSON allows no comma.</summary>
    public static string Text(string format, params object[] values)
    {
        return string.Format(CultureInfo.InvariantCulture, format, values);
    }
}

public sealed class PosApi
{
    private readonly string url;
    private readonly string token;

    public PosApi(string url, string token)
    {
        this.url = url;
        this.token = token;
        ServicePointManager.Expect100Continue = false;
    }

    public string Open(string reference, decimal amount)
    {
        return Send("POST", "/sales", Json.Text("{{\"reference\":\"{0}\",\"amount\":{1},\"currency\":\"EUR\"}}", reference, amount));
    }

    public string Change(string id, decimal amount)
    {
        return Send("PATCH", "/sales/" + id, Json.Text("{{\"amount\":{0}}}", amount));
    }

    public string SendBill(string id, string bill) { return Send("PUT", "/sales/" + id + "/bill", "{\"bill\":" + bill + "}"); }

    public string Printed(string id) { return Send("POST", "/sales/" + id + "/printed", null); }

    public string Cancel(string id) { return Send("DELETE", "/sales/" + id, null); }

    public string Sale(string id) { return Send("GET", "/sales/" + id, null); }

    /// <summary>A list with the newest sale of this reference, of any day.</summary>
    public string Find(string reference)
    {
        return Send("GET", "/sales?limit=1&reference=" + Uri.EscapeDataString(reference), null);
    }

    /// <summary>Sends sale and bill in one call: for a refund, and for a receipt that was kept.</summary>
    public string Receipt(string receipt) { return Send("POST", "/receipts", receipt); }

    /// <summary>Is sent only once, because a repetition could start a second transaction.</summary>
    public string StartLoyalty(string id, string externalUserId)
    {
        return Once("PUT", "/sales/" + id + "/loyalty", "{\"externalUserId\":\"" + externalUserId + "\"}");
    }

    public string UntilSettled(string id)
    {
        var sale = Sale(id);
        for (var asked = 0; asked < 300 && Regex.IsMatch(Json.Field(sale, "state"), "open|queued"); asked++)
        {
            Thread.Sleep(200);
            sale = Sale(id);
        }
        return sale;
    }

    /// <summary>A repeated request gets the same answer, so it is sent until an answer arrives.</summary>
    private string Send(string method, string path, string body)
    {
        for (var tried = 1; ; tried++)
        {
            try
            {
                return Once(method, path, body);
            }
            catch (WebException)
            {
                if (tried == 5) throw;
            }
            catch (Refused error)
            {
                if (tried == 5 || (error.Status != 429 && error.Status != 503)) throw;
            }
            Thread.Sleep(100 << tried);
        }
    }

    private string Once(string method, string path, string body)
    {
        var request = (HttpWebRequest)WebRequest.Create(url + path);
        request.Method = method;
        request.Timeout = 15000;
        // No proxy: the API is on this machine.
        request.Proxy = null;
        request.ContentType = "application/json";
        request.Headers["Authorization"] = "Bearer " + token;
        try
        {
            if (body != null)
            {
                var bytes = Encoding.UTF8.GetBytes(body);
                request.ContentLength = bytes.Length;
                using (var stream = request.GetRequestStream()) stream.Write(bytes, 0, bytes.Length);
            }
            using (var answer = request.GetResponse()) return TextOf(answer);
        }
        catch (WebException error)
        {
            var refusal = error.Response as HttpWebResponse;
            if (refusal == null) throw;
            using (refusal) throw new Refused((int)refusal.StatusCode, TextOf(refusal));
        }
    }

    private static string TextOf(WebResponse answer)
    {
        using (var reader = new StreamReader(answer.GetResponseStream(), Encoding.UTF8)) return reader.ReadToEnd();
    }
}

public static class Till
{
    private static string Setting(string name, string otherwise)
    {
        var value = Environment.GetEnvironmentVariable(name);
        return string.IsNullOrEmpty(value) ? otherwise : value;
    }

    private static string Address()
    {
        var local = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData);
        var file = Path.Combine(Setting("POS_DATA", Path.Combine(local, "Receipt Companion")), "pos-api.json");
        var port = File.Exists(file) ? Regex.Match(File.ReadAllText(file), "\"port\":(\\d+)").Groups[1].Value : "17351";
        return Setting("POS_API", "http://127.0.0.1:" + port + "/v1");
    }

    public static int Main()
    {
        var token = Setting("POS_TOKEN", "");
        if (token == "")
        {
            Console.Error.WriteLine("POS_TOKEN is not set: expected the token that this till was given when it was paired");
            return 2;
        }
        var api = new PosApi(Address(), token);
        var kept = Setting("POS_KEPT", "kept-receipts");
        // The till's own id of the sale. Write it down first: after a crash the same reference finds the same sale.
        var reference = "framework-" + Guid.NewGuid();
        var bill = Json.BillOf(reference, 19.90m, 19);
        try
        {
            HandOver(api, kept);
            var sale = api.Open(reference, 10m);
            var id = Json.Field(sale, "id");
            Console.WriteLine("open " + Json.Field(sale, "url"));
            api.Change(id, 19.90m);
            api.SendBill(id, bill);
            api.Printed(id);
            sale = api.UntilSettled(id);
            Console.WriteLine(Json.Field(sale, "state") + " " + Json.Field(sale, "url"));
            Console.WriteLine("found " + Json.Field(api.Find(reference), "state"));
            // From here on the refund is the receipt that must not be lost.
            reference += "-refund";
            bill = Json.BillOf(reference, -19.90m, 19);
            api.Receipt("{\"reference\":\"" + reference + "\",\"bill\":" + bill + "}");
            Console.WriteLine("refunded -19.9");
            Console.WriteLine(Json.Field(api.Cancel(Json.Field(api.Open(reference + "-void", 5m), "id")), "state"));
            return Json.Field(sale, "state") == "delivered" ? 0 : 1;
        }
        catch (Exception error)
        {
            // The customer gets paper. The receipt is sent at the next start: a repeat is safe.
            Directory.CreateDirectory(kept);
            var file = Path.Combine(kept, reference + ".json");
            File.WriteAllText(file, "{\"reference\":\"" + reference + "\",\"bill\":" + bill + "}");
            var reason = error is Refused ? error.Message : "no answer, is the app running? " + error.Message;
            Console.Error.WriteLine(reason + ": kept " + file);
            return 1;
        }
    }

    private static void HandOver(PosApi api, string kept)
    {
        if (!Directory.Exists(kept)) return;
        foreach (var file in Directory.GetFiles(kept, "*.json"))
        {
            try
            {
                api.Receipt(File.ReadAllText(file));
                File.Delete(file);
                Console.WriteLine("handed over " + Path.GetFileNameWithoutExtension(file));
            }
            catch (Refused error)
            {
                // The file stays: after a 401, 503 or 507 the app accepts it later. A damaged file, and one with any other refusal, needs a person.
                Console.Error.WriteLine(file + ": " + error.Message);
            }
        }
    }
}
