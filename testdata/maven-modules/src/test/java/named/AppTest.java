package named;

class AppTest {
    String text() {
        return "text ORIGINAL of AppTest" + App.text();
    }
}
