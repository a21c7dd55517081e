import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** JavaClient URL: prints what a server answers. Proxy and trust are what the virtual machine has by itself. */
public class JavaClient {
    public static void main(String[] arguments) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[0])).build();
        HttpClient client = HttpClient.newHttpClient();
        System.out.print(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
}
