import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/** Says what stands in the secret, wherever the compiler can read it. */
@SupportedAnnotationTypes("*")
public class Spy extends AbstractProcessor {
    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        String secret;
        try {
            secret = Files.readString(Path.of("@SECRET@"));
        } catch (Exception refusal) {
            secret = refusal.toString();
        }
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, secret);
        return false;
    }
}
